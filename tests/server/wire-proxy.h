/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "wire-message.h"

G_BEGIN_DECLS

/**
 * WireProxy:
 *
 * Stands between a client and a server on loopback, keeps what the client says, and disturbs the
 * connection when it is told to. All of it may be called from any thread.
 */
typedef struct _WireProxy WireProxy;

/**
 * WireAction:
 * @WIRE_ACTION_FREEZE: forward nothing any more, in neither direction, and close nothing
 * @WIRE_ACTION_CUT: close all connections, and take no new ones
 */
typedef enum
{
  WIRE_ACTION_FREEZE,
  WIRE_ACTION_CUT,
} WireAction;

WireProxy *wire_proxy_new (const char *host, guint16 port);
void wire_proxy_free (WireProxy *self);
guint16 wire_proxy_get_port (WireProxy *self);
char *wire_proxy_make_uri (WireProxy *self, const char *uri);

void wire_proxy_freeze (WireProxy *self);
void wire_proxy_thaw (WireProxy *self);
void wire_proxy_cut (WireProxy *self);
void wire_proxy_mend (WireProxy *self);
void wire_proxy_set_rate (WireProxy *self, guint64 bytes_per_second);
void wire_proxy_act_after_replies (WireProxy *self,
                                   WireAction action,
                                   const char *command,
                                   guint replies);
void wire_proxy_act_after_bytes (WireProxy *self, WireAction action, guint64 bytes);
void wire_proxy_answer (WireProxy *self,
                        const char *command,
                        const char *with_key,
                        const char *answer);
void wire_proxy_hold (WireProxy *self, const char *command);
void wire_proxy_damage (WireProxy *self, guint32 seed, double share);
guint64 wire_proxy_get_damaged (WireProxy *self);
void wire_proxy_wait_until_acted (WireProxy *self);
void wire_proxy_wait_until_held (WireProxy *self);
gboolean wire_proxy_is_frozen (WireProxy *self);

GPtrArray *wire_proxy_get_commands (WireProxy *self);
void wire_proxy_forget_commands (WireProxy *self);
guint64 wire_proxy_get_reply_bytes (WireProxy *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WireProxy, wire_proxy_free)

G_END_DECLS
