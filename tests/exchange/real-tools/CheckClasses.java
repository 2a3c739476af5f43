// SPDX-License-Identifier: Apache-2.0

import com.mongodb.MongoClientSettings;
import java.io.File;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.PojoCodecProvider;

/**
 * Compiles exported classes, and has the driver read sample documents into them and write them again.
 *
 * <p>CheckClasses JOBS, a file with a line for each: a name, the folder of the classes, that of the samples. Prints a
 * line for each fault: the name and what is wrong, with a tab between.
 */
public class CheckClasses {
  static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  static List<Path> list(Path folder, String suffix) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  /** A value as classes hold it: nothing is null, a symbol is a string, and an integer may be wider. */
  static String simplify(BsonValue value) {
    if (value instanceof BsonDocument document) {
      List<String> members = new ArrayList<>();
      for (var entry : document.entrySet()) {
        if (!entry.getValue().isNull() && !entry.getKey().isEmpty()) {
          members.add(new BsonString(entry.getKey()) + ": " + simplify(entry.getValue()));
        }
      }
      members.sort(null);
      return members.toString();
    }
    if (value instanceof BsonArray array) {
      return array.stream().map(CheckClasses::simplify).toList().toString();
    }
    if (value instanceof BsonSymbol symbol) {
      return new BsonString(symbol.getSymbol()).toString();
    }
    if (value instanceof BsonNumber number && !value.isDecimal128()) {
      return value.isDouble() || Math.abs(number.longValue()) < 1L << 53
          ? String.valueOf(number.doubleValue())
          : String.valueOf(number.longValue());
    }
    return value.toString();
  }

  static <T> void check(Class<T> type, CodecRegistry registry, Path samples) throws Exception {
    Codec<T> codec = registry.get(type);

    for (String line : Files.readAllLines(samples, StandardCharsets.UTF_8)) {
      BsonDocument document = BsonDocument.parse(line), again = new BsonDocument();
      T object = codec.decode(new BsonDocumentReader(document), DecoderContext.builder().build());

      codec.encode(new BsonDocumentWriter(again), object, EncoderContext.builder().build());
      String before = simplify(document), after = simplify(again);
      if (!before.equals(after)) {
        int i = 0;
        while (i < Math.min(before.length(), after.length()) && before.charAt(i) == after.charAt(i)) {
          i++;
        }
        i = Math.max(0, i - 60);
        throw new Exception(type + ": " + before.substring(i, Math.min(i + 160, before.length())) + " became "
            + after.substring(i, Math.min(i + 160, after.length())));
      }
    }
  }

  static void check(Path sources, Path samples) throws Exception {
    Path classes = Files.createTempDirectory(samples.getParent(), "classes-");
    StringWriter messages = new StringWriter();
    List<String> options = List.of("-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d", classes.toString());

    try (var files = COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<File> list = list(sources, ".java").stream().map(Path::toFile).toList();
      if (!COMPILER.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromFiles(list)).call()) {
        throw new Exception(messages.toString());
      }
    }
    CodecRegistry registry = CodecRegistries.fromRegistries(MongoClientSettings.getDefaultCodecRegistry(),
        CodecRegistries.fromProviders(PojoCodecProvider.builder().automatic(true).build()));
    try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      for (Path source : list(sources, ".java")) {
        String name = source.getFileName().toString().replaceAll("\\.java$", "");
        Class<?> type = loader.loadClass("models." + name);
        String collection = null;
        try {
          collection = (String) type.getField("COLLECTION").get(null);
        } catch (NoSuchFieldException fault) {
          continue;
        }
        Path documents = samples.resolve(collection.replace('/', '_') + ".ndjson");
        if (Files.exists(documents)) {
          check(type, registry, documents);
        }
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    for (String line : Files.readAllLines(Path.of(arguments[0]), StandardCharsets.UTF_8)) {
      String[] job = line.split("\t");
      try {
        check(Path.of(job[1]), Path.of(job[2]));
      } catch (Throwable fault) {
        String text = fault + (fault.getCause() != null ? ": " + fault.getCause() : "");
        out.println(job[0] + "\t" + text.replaceAll("\\s+", " "));
      }
    }
  }
}
