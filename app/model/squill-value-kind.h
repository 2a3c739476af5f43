/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-item.h"

G_BEGIN_DECLS

/**
 * SquillValueKind:
 *
 * What the values of a field are about, as far as its meaning or its name tell. The types of the
 * field decide what that looks like: an int called "createdAt" is a number of seconds.
 */
typedef enum
{
  SQUILL_VALUE_ANY,
  /* People and companies. */
  SQUILL_VALUE_FULL_NAME,
  SQUILL_VALUE_FIRST_NAME,
  SQUILL_VALUE_LAST_NAME,
  SQUILL_VALUE_USER_NAME,
  SQUILL_VALUE_EMAIL,
  SQUILL_VALUE_PHONE,
  SQUILL_VALUE_COMPANY,
  SQUILL_VALUE_JOB,
  SQUILL_VALUE_GENDER,
  SQUILL_VALUE_AGE,
  /* Places. */
  SQUILL_VALUE_STREET,
  SQUILL_VALUE_HOUSE_NUMBER,
  SQUILL_VALUE_CITY,
  SQUILL_VALUE_REGION,
  SQUILL_VALUE_ZIP,
  SQUILL_VALUE_COUNTRY,
  SQUILL_VALUE_COUNTRY_CODE,
  SQUILL_VALUE_LATITUDE,
  SQUILL_VALUE_LONGITUDE,
  SQUILL_VALUE_COORDINATES,
  SQUILL_VALUE_TIME_ZONE,
  SQUILL_VALUE_LANGUAGE,
  SQUILL_VALUE_LOCALE,
  SQUILL_VALUE_CURRENCY,
  /* Things. */
  SQUILL_VALUE_TITLE,
  SQUILL_VALUE_PRODUCT,
  SQUILL_VALUE_SLUG,
  SQUILL_VALUE_TEXT,
  SQUILL_VALUE_LABEL,
  SQUILL_VALUE_COLOR,
  SQUILL_VALUE_CODE,
  SQUILL_VALUE_STATUS,
  SQUILL_VALUE_TYPE,
  SQUILL_VALUE_ROLE,
  SQUILL_VALUE_VERSION,
  /* Machines. */
  SQUILL_VALUE_URL,
  SQUILL_VALUE_IMAGE,
  SQUILL_VALUE_HOST,
  SQUILL_VALUE_IP,
  SQUILL_VALUE_USER_AGENT,
  SQUILL_VALUE_FILE_NAME,
  SQUILL_VALUE_MIME_TYPE,
  SQUILL_VALUE_UUID,
  SQUILL_VALUE_HEX,
  /* Numbers. */
  SQUILL_VALUE_MONEY,
  SQUILL_VALUE_QUANTITY,
  SQUILL_VALUE_COUNTER,
  SQUILL_VALUE_RATING,
  SQUILL_VALUE_PERCENT,
  SQUILL_VALUE_YEAR,
  SQUILL_VALUE_MONTH,
  SQUILL_VALUE_DAY,
  SQUILL_VALUE_DURATION,
  SQUILL_VALUE_BYTES,
  /* Times. */
  SQUILL_VALUE_CREATED,
  SQUILL_VALUE_UPDATED,
  SQUILL_VALUE_DELETED,
  SQUILL_VALUE_TIME,
  SQUILL_VALUE_BIRTH_DATE,
  SQUILL_VALUE_EXPIRES,
  /* Yes or no. */
  SQUILL_VALUE_RARE_FLAG,
} SquillValueKind;

SquillValueKind squill_value_kind_from_name (const char *name, const char *context);
SquillValueKind squill_value_kind_from_meaning (const char *meaning);
SquillValueKind squill_value_kind_of_field (const SquillField *field,
                                            const char *name,
                                            const char *container);
gboolean squill_value_kind_is_time (SquillValueKind kind);

G_END_DECLS
