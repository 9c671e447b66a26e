<?php
// receiver.php, run with any web server, or: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8000 receiver.php
$key = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
$body = file_get_contents('php://input');
$sent_at = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';

function is_genuine(string $key, string $body, string $sent_at): bool
{
    if (!ctype_digit($sent_at) || abs(time() - (int) $sent_at) > 300) {
        return false;
    }
    $signed = ($_SERVER['HTTP_WEBHOOK_ID'] ?? '') . ".$sent_at.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

if (!is_genuine($key, $body, $sent_at)) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true);
error_log($event['event_type'] . ' ' . $event['matter']['id']);
http_response_code(204);
