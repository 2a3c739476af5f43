/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <mongoc/mongoc.h>

#include "wire-proxy.h"

G_BEGIN_DECLS

/* Who may do everything on a server with authentication. */
#define LIVE_SERVER_USER "squill"
#define LIVE_SERVER_PASSWORD "s3cret-pw"

/**
 * LiveServerFlags:
 * @LIVE_SERVER_PLAIN: whoever connects may do everything, and anybody on the way can read it
 * @LIVE_SERVER_AUTH: only users may
 * @LIVE_SERVER_TLS: it has a second address, for secure connections
 */
typedef enum
{
  LIVE_SERVER_PLAIN = 0,
  LIVE_SERVER_AUTH = 1 << 0,
  LIVE_SERVER_TLS = 1 << 1,
} LiveServerFlags;

/**
 * LiveServer:
 *
 * A real server on loopback, empty at first and gone with the program that asked for it, whatever
 * ends that. One that SQUILL_TEST_URI names was there before and stays.
 */
typedef struct _LiveServer LiveServer;

int live_server_run (int *argc, char ***argv, void (*add_tests) (void));
LiveServer *live_server_get (LiveServerFlags flags);
LiveServer *live_server_start (LiveServerFlags flags, char **why_not);
void live_server_stop (LiveServer *self);
const char *live_server_get_uri (LiveServer *self);
const char *live_server_get_tls_uri (LiveServer *self);
const char *live_server_get_authority (LiveServer *self);
const char *live_server_get_strange_authority (LiveServer *self);
const char *live_server_get_folder (LiveServer *self);
gboolean live_server_is_ours (LiveServer *self);
char *live_server_make_uri (LiveServer *self, const char *who, const char *rest);
mongoc_client_t *live_server_connect (LiveServer *self);
WireProxy *live_server_proxy (LiveServer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LiveServer, live_server_stop)

G_END_DECLS
