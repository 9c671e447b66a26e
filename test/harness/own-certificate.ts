// For tests only: a self-signed certificate for hooks.example.test and localhost with its key, valid from 2020 to 2120. No
// program outside these tests trusts it, and the first name is reserved for testing (RFC 6761).

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBJc31ilvZhEyVQcr
jzVE1xfMByZoces2xDGg761O/gehRANCAATAZNpF3XIWQP8zGr2OWvRIHVcfF1LV
Lxr1VyobKC2qEC+qTzzqRBoYVxZR16SEZZFOLDK6riYIDKIk49p+SJPM
-----END PRIVATE KEY-----
`

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBiDCCAS2gAwIBAgIBAjAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJob29rcy5l
eGFtcGxlLnRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0x
GzAZBgNVBAMMEmhvb2tzLmV4YW1wbGUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABMBk2kXdchZA/zMavY5a9EgdVx8XUtUvGvVXKhsoLaoQL6pPPOpEGhhX
FlHXpIRlkU4sMrquJggMoiTj2n5Ik8yjXDBaMA8GA1UdEwEB/wQFMAMBAf8wKAYD
VR0RBCEwH4ISaG9va3MuZXhhbXBsZS50ZXN0gglsb2NhbGhvc3QwHQYDVR0OBBYE
FHPMQRyDqoGSJqVBPfvZTP9NvRQGMAoGCCqGSM49BAMCA0kAMEYCIQDFnKzZL/Jg
Ia+7mXypeBhhkDMdVFtDc+9qt3pcoNti6gIhAMU0K0bDPIfitLWAquzpgX2tA/3/
q9Xwt/MfLCYLcK54
-----END CERTIFICATE-----
`
