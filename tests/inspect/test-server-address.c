/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <string.h>

static void
test_kinds (void)
{
  g_assert_true (squill_server_is_address ("mongodb://localhost"));
  g_assert_true (squill_server_is_address ("MongoDB+SRV://cluster.example.net/"));
  g_assert_false (squill_server_is_address ("mongodb.bson"));
  g_assert_false (squill_server_is_address ("/dump/mongodb://x"));
  g_assert_false (squill_server_is_address ("http://localhost"));
  g_assert_false (squill_server_is_address (""));
  g_assert_false (squill_server_is_address ("me@example.json"));
  g_assert_false (squill_server_is_address ("c:me.json"));
  g_assert_false (squill_server_is_address ("file:///home/me@work/a.json"));
}

/* What may have a password in it is meant as an address, and is refused as one: nothing of it is
 * taken for a file, shown or kept. Half of them are made by chance. */
static void
test_mistyped (void)
{
  static const char *const typed[] = {
    "mongodb:/u:S3CR3T@h",
    "mongodb:u:S3CR3T@h/db",
    "mongodb//u:S3CR3T@h",
    "mongdb://u:S3CR3T@h",
    "mongodb+srv:/u:S3CR3T@h",
    " mongodb://u:S3CR3T@h",
    "\tmongodb://u:S3CR3T@h",
    "\"mongodb://u:S3CR3T@h\"",
    "'mongodb://u:S3CR3T@h'",
    "\xE2\x80\x9Cmongodb://u:S3CR3T@h\xE2\x80\x9D",
    "u:S3CR3T@h",
    "u:S3CR3T@h:27017/db?authSource=admin",
    "//u:S3CR3T@h",
    "://u:S3CR3T@h",
    "/u:S3CR3T@h/db",
    "sftp://u:S3CR3T@h/dump.bson",
    "file://u:S3CR3T@h/dump.bson",
    "https://u:S3CR3T@h/",
  };
  static const char before[] = "mongdbsrv+:/ \"'<\t";
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (GString) text = g_string_new (i < G_N_ELEMENTS (typed) ? typed[i] : NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = NULL;
      char *password = NULL;

      if (i >= G_N_ELEMENTS (typed))
        {
          for (int j = g_rand_int_range (random, 1, 12); j > 0; j--)
            g_string_append_c (text, before[g_rand_int_range (random, 0, sizeof before - 1)]);
          g_string_append (text, "u:S3CR3T@h");
        }
      g_assert_true (squill_server_is_address (text->str));
      shown = squill_server_address_for_people (text->str);
      g_assert_null (strstr (shown, "S3CR3T"));
      g_assert_null (squill_server_address_take_password (text->str, &password, &error));
      g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
      g_assert_null (strstr (error->message, "S3CR3T"));
      g_assert_null (password);
    }
}

/* Of the options only those stay that are needed to find the server, and known to be no secret. */
static void
test_kept_options (void)
{
  static const struct
  {
    const char *options;
    const char *kept;
  } cases[] = {
    { "?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:S3CR3T",
      "?authMechanism=MONGODB-AWS" },
    { "?authmechanismproperties=SERVICE_NAME:a,AWS_SESSION_TOKEN:S3CR3T&tls=true", "?tls=true" },
    { "?authMechanismProperties=SERVICE_NAME:m,CANONICALIZE_HOST_NAME:true",
      "?authMechanismProperties=SERVICE_NAME:m,CANONICALIZE_HOST_NAME:true" },
    { "?authMechanismProperties", "" },
    { "?token=S3CR3T&replicaSet=rs&password=S3CR3T&S3CR3T", "?replicaSet=rs" },
    { "?tlsCertificateKeyFilePassword=S3CR3T&proxyPassword=S3CR3T", "" },
    { "?readPreferenceTags=dc:ny&readPreferenceTags=&w=1",
      "?readPreferenceTags=dc:ny&readPreferenceTags=&w=1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *address = g_strconcat ("mongodb://u@h/db", cases[i].options, NULL);
      g_autofree char *wanted = g_strconcat ("mongodb://u@h/db", cases[i].kept, NULL);
      g_autofree char *kept = squill_server_address_take_password (address, NULL, NULL);
      g_autofree char *shown = squill_server_address_for_people (address);
      g_autoptr (SquillServerAddress) parts = squill_server_address_new (address, NULL);
      g_autofree char *all = squill_server_address_to_string (parts, TRUE);
      g_autofree char *typed = NULL;

      g_assert_cmpstr (kept, ==, wanted);
      g_assert_null (strstr (shown, "S3CR3T"));
      /* The driver gets all of them. */
      g_assert_cmpint (strstr (all, "S3CR3T") != NULL, ==,
                       strstr (cases[i].options, "S3CR3T") != NULL);
      squill_server_address_forget_secrets (parts);
      typed = squill_server_address_to_short_string (parts);
      g_assert_cmpstr (typed, ==, wanted);
    }
}

/* It is told where the percent sign is that begins no escape, and what to write. */
static void
test_percent (void)
{
  static const struct
  {
    const char *address;
    const char *part;
  } cases[] = {
    { "mongodb://u%zz@h/", "user" },
    { "mongodb://u%@h/", "user" },
    { "mongodb://u%4@h/", "user" },
    { "mongodb://u:p%zz@h/", "password" },
    { "mongodb://h%zz/", "name of the server" },
    { "mongodb://h/db%zz", "database" },
    { "mongodb://h/?replicaSet=%zz", "options" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (squill_server_address_new (cases[i].address, &error));
      g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
      g_assert_nonnull (strstr (error->message, cases[i].part));
      g_assert_nonnull (strstr (error->message, "%25"));
    }
}

static void
test_take_password (void)
{
  static const struct
  {
    const char *address;
    const char *without;
    const char *password;
  } cases[] = {
    { "mongodb://localhost", "mongodb://localhost/", NULL },
    { "mongodb://u@h/", "mongodb://u@h/", NULL },
    { "mongodb://u:p@h", "mongodb://u@h/", "p" },
    { "mongodb://u:@h", "mongodb://u@h/", "" },
    { "mongodb://u%40x:p%2F%3A%40%3F@h:27018,[::1]:2/shop?tls=true",
      "mongodb://u%40x@h:27018,[::1]:2/shop?tls=true", "p/:@?" },
    { "mongodb+srv://u:p@c.example.net/?retryReads=false",
      "mongodb+srv://u@c.example.net/?retryReads=false", "p" },
    { "mongodb://h/?tls=true&tlsCertificateKeyFilePassword=s%20t&appName=a@b",
      "mongodb://h/?tls=true&appName=a%40b", "s t" },
    { "mongodb://%2Ftmp%2Fmongodb-27017.sock/", "mongodb://%2Ftmp%2Fmongodb-27017.sock/", NULL },
    { "mongodb://h/d%C3%A9", "mongodb://h/d\303\251", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      char *password = NULL;
      g_autofree char *without =
          squill_server_address_take_password (cases[i].address, &password, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (without, ==, cases[i].without);
      g_assert_cmpstr (password, ==, cases[i].password);
      squill_server_wipe (password);
    }
}

static void
test_wrong (void)
{
  static const char *const cases[] = {
    "mongodb://",
    "mongodb:///db",
    "mongodb://h:port/",
    "mongodb://h:/",
    "mongodb://h,,i/",
    "mongodb://[::1/",
    "mongodb://[]/",
    "mongodb://[@]/",
    "mongodb://[a b]:1/",
    "mongodb://u:se:cret@h/",
    "mongodb://u:se/cret@h/",
    "mongodb://u:se@cret@h/",
    "mongodb://u:se?cret@h/",
    "mongodb://u:secret@",
    "mongodb://u:se%cret@h/",
    "mongodb://h/a%2Fb",
    "mongodb://h/a b",
    "file:///secret",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      char *password = NULL;
      g_autofree char *without = squill_server_address_take_password (cases[i], &password, &error);

      g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
      g_assert_null (without);
      g_assert_null (password);
      g_assert_null (strstr (error->message, "cret"));
    }
}

static void
test_for_people (void)
{
  static const struct
  {
    const char *address;
    const char *shown;
  } cases[] = {
    { "mongodb://localhost:1/db?tls=true", "mongodb://localhost:1/db?tls=true" },
    { "mongodb://u:secret@h/", "mongodb://u@h/" },
    { "mongodb://u:sec@ret@h/db", "mongodb://u@h/db" },
    { "mongodb://u:sec/ret@h/db", "mongodb://u@h/db" },
    { "mongodb://u:sec?ret@h/db", "mongodb://u@h/db" },
    { "mongodb://u:1/sec@h/db", "mongodb://u@h/db" },
    { "mongodb://u:1?sec@h/db", "mongodb://u@h/db" },
    { "mongodb://u:a@b=sec/x?y@h/db?tls=true", "mongodb://u@h/db?tls=true" },
    { "mongodb://h/d@b", "mongodb://h/d@b" },
    { "mongodb://:secret@h/db", "mongodb://@h/db" },
    { "mongodb://h/db?appName=a@b", "mongodb://h/db?appName=a@b" },
    { "mongodb://h/?tlsCertificateKeyFilePassword=secret&tls=true",
      "mongodb://h/?tlsCertificateKeyFilePassword=…&tls=true" },
    { "mongodb://h/?w=1&AUTHMECHANISMPROPERTIES=AWS_SESSION_TOKEN:secret",
      "mongodb://h/?w=1&AUTHMECHANISMPROPERTIES=…" },
    { "mongodb://h/?token=secret&secret", "mongodb://h/?token=…&…" },
    { "u:secret@h", "…" },
    { "/a/folder", "/a/folder" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = squill_server_address_for_people (cases[i].address);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* Whatever is typed, what is shown of it is valid text without the word behind the first colon. */
static void
test_any_text (void)
{
  static const char alphabet[] = "ab:/@?&=%,[].\377";
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new ("mongodb://u:S3CR3T");
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = NULL;
      g_autofree char *without = NULL;
      char *password = NULL;
      int length = g_rand_int_range (random, 0, 20);

      for (int j = 0; j < length; j++)
        g_string_append_c (text, alphabet[g_rand_int_range (random, 0, (int)strlen (alphabet))]);
      g_string_append (text, "@host/");
      shown = squill_server_address_for_people (text->str);
      g_assert_true (g_utf8_validate (shown, -1, NULL));
      g_assert_null (strstr (shown, "S3CR3T"));
      without = squill_server_address_take_password (text->str, &password, &error);
      g_assert_true ((without == NULL) == (error != NULL));
      if (without != NULL)
        g_assert_null (strstr (without, "S3CR3T"));
      else
        g_assert_null (strstr (error->message, "S3CR3T"));
      squill_server_wipe (password);
    }
}

static void
test_whose_password (void)
{
  static const struct
  {
    const char *address;
    gboolean needed;
    const char *with;
  } cases[] = {
    { "mongodb://h/", FALSE, "mongodb://h/?tlsCertificateKeyFilePassword=a%2Fb" },
    { "mongodb://u@h/", TRUE, "mongodb://u:a%2Fb@h/" },
    { "mongodb://u@h/?authMechanism=SCRAM-SHA-1", TRUE,
      "mongodb://u:a%2Fb@h/?authMechanism=SCRAM-SHA-1" },
    { "mongodb://u@h/?authMechanism=MONGODB-X509", FALSE,
      "mongodb://u@h/?authMechanism=MONGODB-X509&tlsCertificateKeyFilePassword=a%2Fb" },
    { "mongodb://u@h/?authmechanism=GSSAPI", FALSE,
      "mongodb://u@h/?authmechanism=GSSAPI&tlsCertificateKeyFilePassword=a%2Fb" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillServerAddress) address = squill_server_address_new (cases[i].address, NULL);
      g_autofree char *with = NULL;
      g_autofree char *without = NULL;

      g_assert_nonnull (address);
      g_assert_cmpint (_squill_server_address_needs_password (address), ==, cases[i].needed);
      _squill_server_address_set_password (address, "a/b");
      g_assert_false (_squill_server_address_needs_password (address));
      with = squill_server_address_to_string (address, TRUE);
      g_assert_cmpstr (with, ==, cases[i].with);
      without = squill_server_address_to_string (address, FALSE);
      g_assert_cmpstr (without, ==, cases[i].address);
    }
}

static void
test_typed_parts (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillServerAddress) parts = squill_server_address_new_typed (
      "  mongodb://an%40na:ge/h%40im@a.example:27017,b.example/shop?tls=true&tlsCAFile=/a%20b.pem ",
      &error);
  g_autofree char *user = NULL;
  g_autofree char *password = NULL;
  g_autofree char *tls = NULL;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  g_autofree char *changed = NULL;

  g_assert_no_error (error);
  user = squill_server_address_get_user (parts);
  g_assert_cmpstr (user, ==, "an@na");
  password = squill_server_address_get_password (parts);
  g_assert_cmpstr (password, ==, "ge/h@im");
  g_assert_cmpstr (parts->hosts, ==, "a.example:27017,b.example");
  g_assert_cmpstr (parts->database, ==, "shop");
  g_assert_cmpstr (parts->scheme, ==, "mongodb");
  tls = squill_server_address_get_option (parts, "TLS");
  g_assert_cmpstr (tls, ==, "true");
  file = squill_server_address_get_option (parts, "tlsCAFile");
  g_assert_cmpstr (file, ==, "/a b.pem");
  g_assert_null (squill_server_address_get_option (parts, "tlsCA"));

  /* The password is never among what is written. */
  text = squill_server_address_to_short_string (parts);
  g_assert_cmpstr (
      text, ==, "mongodb://an%40na@a.example:27017,b.example/shop?tls=true&tlsCAFile=/a%20b.pem");
  squill_server_address_set_option (parts, "tls", NULL);
  squill_server_address_set_option (parts, "tlsCAFile", NULL);
  squill_server_address_set_option (parts, "appName", "a&b");
  changed = squill_server_address_to_short_string (parts);
  g_assert_cmpstr (changed, ==, "mongodb://an%40na@a.example:27017,b.example/shop?appName=a%26b");
}

static void
test_typed_address (void)
{
  static const struct
  {
    const char *typed;
    const char *address;
  } good[] = {
    { "localhost", "mongodb://localhost" },
    { "localhost:27018", "mongodb://localhost:27018" },
    { "mongodb:27017", "mongodb://mongodb:27017" },
    { "u:p@h", "mongodb://u@h" },
    { "u:1?p@h", "mongodb://u@h" },
    { "mongodb+srv://cluster.example/?retryReads=true",
      "mongodb+srv://cluster.example/?retryReads=true" },
    { "mongodb://u:@[::1]:1/", "mongodb://u@[::1]:1" },
    { "mongodb://100%25:x%@h", "mongodb://100%25@h" },
  };
  static const char *const bad[] = { "",
                                     "   ",
                                     "http://localhost",
                                     "mongodb://",
                                     "mongodb://u:p@/shop",
                                     "mongodb://two words",
                                     "mongodb+srv://a.example:27017",
                                     "mongodb+srv://a.example,b.example",
                                     "mongodb:/u:p@h",
                                     "\"mongodb://u:p@h\"",
                                     "'localhost'" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillServerAddress) parts =
          squill_server_address_new_typed (good[i].typed, &error);
      g_autofree char *address = NULL;

      g_assert_no_error (error);
      address = squill_server_address_to_short_string (parts);
      g_assert_cmpstr (address, ==, good[i].address);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (squill_server_address_new_typed (bad[i], &error));
      g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/server-address/kinds", test_kinds);
  g_test_add_func ("/inspect/server-address/mistyped", test_mistyped);
  g_test_add_func ("/inspect/server-address/kept-options", test_kept_options);
  g_test_add_func ("/inspect/server-address/percent", test_percent);
  g_test_add_func ("/inspect/server-address/take-password", test_take_password);
  g_test_add_func ("/inspect/server-address/wrong", test_wrong);
  g_test_add_func ("/inspect/server-address/for-people", test_for_people);
  g_test_add_func ("/inspect/server-address/any-text", test_any_text);
  g_test_add_func ("/inspect/server-address/whose-password", test_whose_password);
  g_test_add_func ("/inspect/server-address/typed-parts", test_typed_parts);
  g_test_add_func ("/inspect/server-address/typed-address", test_typed_address);
  return g_test_run ();
}
