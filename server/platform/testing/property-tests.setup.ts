import fc from "fast-check";

/** A fixed seed makes every failure reproducible. Set another seed to test other cases. */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_TEST_SEED"] ?? 20_261_122) });
