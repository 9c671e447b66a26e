// Which routes scripts of other websites may call (https://fetch.spec.whatwg.org/#http-cors-protocol): those that take no
// cookie, so that whoever calls one brings what opens it.

/** Part of the `config` of a route that the scripts of all websites may call. */
export const crossOrigin = {
  is_cross_origin: true,
  options: {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "*",
    // The wildcard stands for all headers but this one.
    "access-control-allow-headers": "Authorization, *",
    "access-control-max-age": "7200",
  },
}

/** What lets them read a response. */
export const crossOriginHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
}
