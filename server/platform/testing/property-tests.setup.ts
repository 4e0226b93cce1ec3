import fc from "fast-check";

/** Each run tries the same cases: a failure that nobody can repeat helps nobody. Another seed tries others. */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_TEST_SEED"] ?? 20_261_122) });
