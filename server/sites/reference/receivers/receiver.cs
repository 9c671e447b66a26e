// Program.cs of a new project (dotnet new web), run with: WEBHOOK_SECRET=whsec_… dotnet run
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

var key = Convert.FromBase64String(Environment.GetEnvironmentVariable("WEBHOOK_SECRET")!.Replace("whsec_", ""));
var app = WebApplication.Create(args);

app.MapPost("/{**path}", async (HttpRequest request) =>
{
    using var content = new MemoryStream();
    await request.Body.CopyToAsync(content);
    if (!IsGenuine(request.Headers, content.ToArray())) return Results.BadRequest();
    var body = JsonDocument.Parse(content.ToArray()).RootElement;
    Console.WriteLine($"{body.GetProperty("event_type")} {body.GetProperty("matter").GetProperty("id")}");
    return Results.NoContent();
});
app.Run($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "8000"}");

bool IsGenuine(IHeaderDictionary headers, byte[] body)
{
    var sentAt = headers["webhook-timestamp"].ToString();
    if (!long.TryParse(sentAt, out var seconds)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300) return false;
    var start = Encoding.UTF8.GetBytes($"{headers["webhook-id"]}.{sentAt}.");
    var expected = "v1," + Convert.ToBase64String(HMACSHA256.HashData(key, [.. start, .. body]));
    return headers["webhook-signature"].ToString().Split(' ').Any(signature =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(signature)));
}
