/* SPDX-License-Identifier: Apache-2.0 */

/* CRC-64/XZ, with which mongodump guards the collections of an archive: polynomial
 * 0x42F0E1EBA9EA3693, bits reflected, all ones before and after. Eight bytes at a time (Kounavis,
 * Berry 2005). */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-crc64.h"

#include <string.h>

#define POLYNOMIAL G_GUINT64_CONSTANT (0xC96C5795D7870F42)

/* tables[n][b]: what the byte b does to the sum when n more bytes follow. */
static guint64 tables[8][256];

static void
make_tables (void)
{
  for (guint byte = 0; byte < 256; byte++)
    {
      guint64 sum = byte;

      for (guint bit = 0; bit < 8; bit++)
        sum = (sum & 1) != 0 ? (sum >> 1) ^ POLYNOMIAL : sum >> 1;
      tables[0][byte] = sum;
    }
  for (guint n = 1; n < 8; n++)
    for (guint byte = 0; byte < 256; byte++)
      tables[n][byte] = tables[0][tables[n - 1][byte] & 0xff] ^ (tables[n - 1][byte] >> 8);
}

/**
 * squill_crc64_add:
 * @crc: the sum of all bytes before, 0 at the begin
 * @bytes: more bytes
 * @length: how many
 *
 * Returns: the sum with them; of "123456789" it is 0x995dc9bbdf1939fa
 */
guint64
squill_crc64_add (guint64 crc, const guint8 *bytes, gsize length)
{
  static gsize ready = 0;

  if (g_once_init_enter (&ready))
    {
      make_tables ();
      g_once_init_leave (&ready, 1);
    }

  crc = ~crc;
  for (; length >= 8; length -= 8, bytes += 8)
    {
      guint64 word;

      memcpy (&word, bytes, 8);
      crc ^= GUINT64_FROM_LE (word);
      crc = tables[7][crc & 0xff] ^ tables[6][(crc >> 8) & 0xff] ^ tables[5][(crc >> 16) & 0xff] ^
            tables[4][(crc >> 24) & 0xff] ^ tables[3][(crc >> 32) & 0xff] ^
            tables[2][(crc >> 40) & 0xff] ^ tables[1][(crc >> 48) & 0xff] ^ tables[0][crc >> 56];
    }
  for (; length > 0; length--, bytes++)
    crc = tables[0][(crc ^ *bytes) & 0xff] ^ (crc >> 8);
  return ~crc;
}
