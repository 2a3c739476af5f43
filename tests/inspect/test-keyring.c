/* SPDX-License-Identifier: Apache-2.0 */

/* A keyring that is not there. One that is there is tried by hand: it asks a person. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/server/squill-keyring.h"
#include "inspect/server/squill-server.h"

#include <string.h>

typedef struct
{
  GTestDBus *bus;
  GAsyncResult *result;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (fixture->bus);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
}

static void
on_done (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->result = g_object_ref (result);
}

static void
wait_for_result (Fixture *fixture)
{
  while (fixture->result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_none (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (squill_keyring_is_available ());
  g_assert_null (squill_keyring_look_up_sync ("mongodb://u@h/", NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);

  squill_keyring_store_async ("mongodb://u@h/", "S3CR3T", NULL, on_done, fixture);
  wait_for_result (fixture);
  g_assert_false (squill_keyring_store_finish (fixture->result, &error));
  g_assert_nonnull (error);
  g_assert_null (strstr (error->message, "S3CR3T"));
  g_clear_error (&error);
  g_clear_object (&fixture->result);
}

static void
test_no_address (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (squill_keyring_look_up_sync ("/a/folder", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
  g_clear_error (&error);

  squill_keyring_look_up_async ("/a/folder", NULL, on_done, fixture);
  wait_for_result (fixture);
  g_assert_null (squill_keyring_look_up_finish (fixture->result, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
  g_clear_error (&error);
  g_clear_object (&fixture->result);

  squill_keyring_forget_async ("/a/folder", NULL, on_done, fixture);
  wait_for_result (fixture);
  g_assert_false (squill_keyring_forget_finish (fixture->result, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
  g_clear_object (&fixture->result);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/inspect/keyring/none", Fixture, NULL, set_up, test_none, tear_down);
  g_test_add ("/inspect/keyring/no-address", Fixture, NULL, set_up, test_no_address, tear_down);
  return g_test_run ();
}
