// An adapter to copy; run it with java -cp gson.jar Adapter.java. Put your SDK's call in sdkSign.
import static java.nio.charset.StandardCharsets.UTF_8;
import com.google.gson.*;
import java.time.*;
import java.util.*;

class Adapter {
  static Clock clock; // Trap, the clock: hand one to your SDK, or have a mock stand for what it calls
  /** In the place of your SDK: signs what has no headers, parameters or token, at clock.instant(). */
  static String sdkSign(String method, String resource, String id, String secret) throws Exception {
    if (secret.isEmpty()) throw new IllegalArgumentException("the secret is empty");
    var form = java.time.format.DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);
    var text = method + "\n\n\n" + form.format(clock.instant().atOffset(ZoneOffset.UTC)) + "\n" + resource;
    var mac = javax.crypto.Mac.getInstance("HmacSHA1");
    mac.init(new javax.crypto.spec.SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA1"));
    return "OSS " + id + ":" + Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
  }

  static class Given { // Trap, byte strings: Gson makes no String of {"base64": "…"}
    String method, bucket, key; long time; Map<String, String> credentials;
    List<List<String>> headers = List.of(), query = List.of();
  }

  static String sign(Given in) throws Exception {
    clock = Clock.fixed(Instant.ofEpochSecond(in.time), ZoneOffset.UTC);
    var pair = in.credentials;
    if (in.headers.size() + in.query.size() > 0 || pair.get("securityToken") != null || in.key == null)
      throw new UnsupportedOperationException("no headers, no parameters, no token");
    return sdkSign(in.method, "/" + in.bucket + "/" + in.key, pair.get("accessKeyId"), pair.get("accessKeySecret"));
  }

  static Map<String, ?> answer(JsonElement operation, JsonElement input) {
    if (!operation.getAsString().equals("v1.header")) return Map.of("status", "unsupported");
    try {
      return Map.of("status", "ok", "output", Map.of("authorization", sign(new Gson().fromJson(input, Given.class))));
    } catch (UnsupportedOperationException | JsonSyntaxException error) { // the SDK has no way to say it
      return Map.of("status", "unsupported", "reason", error.toString());
    } catch (IllegalArgumentException error) { // those by which your SDK refuses
      return Map.of("status", "rejected", "error", Map.of("message", error.toString()));
    } catch (Exception error) {
      return Map.of("status", "failed", "message", error.toString());
    }
  }

  public static void main(String[] arguments) {
    var replies = new java.io.PrintStream(System.out, true, UTF_8); // Trap, flushing: true does it
    System.setOut(System.err); // Trap, noise: what the SDK prints is no reply
    var sdk = Map.of("name", "my-sdk", "version", "0", "language", "java");
    var hello = Map.of("protocol", 1, "sdk", sdk, "operations", List.of("v1.header"), "profiles", List.of("signing"));
    for (var lines = new Scanner(System.in, UTF_8).useDelimiter("\n"); lines.hasNext();) {
      var request = JsonParser.parseString(lines.next()).getAsJsonObject();
      if (request.get("op").getAsString().equals("bye")) return;
      var isRun = request.get("op").getAsString().equals("run");
      var reply = new HashMap<String, Object>(isRun ? answer(request.get("operation"), request.get("input")) : hello);
      reply.put("seq", request.get("seq"));
      replies.println(new Gson().toJson(reply));
    }
  }
}
