/* SPDX-License-Identifier: Apache-2.0 */

/* The rows of a table: an example and what is found in it. */

{ "cms", "" }, { "parts", "warning child-ref-reverse-unindexed parts\n" },
    { "hosts", "error unbounded-array logmsgs\n" },
    { "tasks", "warning two-way-non-atomic tasks\n" }, { "patrons", "" },
    { "books", "warning embed-independent-access publisher\n"
               "warning embed-shared-child publisher\n" },
    { "students", "" }, { "movies", "" }, { "products", "" }, { "traffic", "" },
