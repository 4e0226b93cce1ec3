/** A reporter of Vitest: writes what `npm test` says at its end to the file named by RESULTS, as JSON. */
import { writeFileSync } from "node:fs";

const messagesOf = (errors) => errors.map(({ stack = "", message }) => [message, ...placesIn(stack)].join("\n"));

/** A stack begins with the message that the error was made with; a journey adds to it what the page shows. */
const placesIn = (stack) => stack.split("\n").filter((line) => /^ *at /.test(line) && !line.includes("node_modules"));

/** All suites of a file or a suite, at any depth, and itself: a hook that fails is an error of its suite. */
const withSuites = (module) => [module, ...module.children.allSuites()];

export default class Results {
  onTestRunEnd(modules) {
    const nameOf = (test) => `${test.module.relativeModuleId} > ${test.fullName}`;
    const withMessages = (test) => [nameOf(test), ...messagesOf(test.result().errors ?? [])].join("\n");
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state);
    const results = {
      passed: inState("passed").length,
      skipped: inState("skipped").length,
      failures: [
        ...inState("failed").map(withMessages),
        ...modules.flatMap((module) => {
          const errors = withSuites(module).flatMap((suite) => messagesOf(suite.errors()));
          return errors.length > 0 ? [[module.relativeModuleId, ...errors].join("\n")] : [];
        }),
      ],
      // With the messages of their first attempt.
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(withMessages),
    };
    writeFileSync(process.env.RESULTS, JSON.stringify(results));
  }
}
