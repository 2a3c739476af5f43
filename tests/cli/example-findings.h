/* SPDX-License-Identifier: Apache-2.0 */

/* The rows of a table: an example and what is found in it. */

{ "cms", "warning missing-index newest posts\nwarning unused-index \n" },
    { "parts", "warning child-ref-reverse-unindexed parts\n" },
    { "hosts", "error unbounded-array logmsgs\n" },
    { "tasks", "error missing-index a person's tasks by due date\n"
               "warning two-way-non-atomic tasks\n" },
    { "patrons", "" },
    { "books", "warning embed-independent-access publisher\n"
               "warning embed-shared-child publisher\n"
               "warning missing-index list publishers\n"
               "warning missing-index publisher moves\n" },
    { "students", "" }, { "movies", "" }, { "products", "" },
    { "shop", "warning ts-bucket-span views\n" },
    { "traffic", "error missing-index the last hour of a segment\n"
                 "warning ageing-missing event\n" },
