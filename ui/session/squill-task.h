/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void squill_task_run_in_thread (GTask *task, GTaskThreadFunc func);

G_END_DECLS
