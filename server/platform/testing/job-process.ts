import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../config/project-root";

export interface JobProcessOptions {
  url: string;
  smtpUrl: string;
  mailFrom: string;
}

export interface JobProcess {
  /** Suspends the process, which keeps its connections. */
  pause(): void;
  resume(): void;
  /** By SIGKILL. */
  kill(): Promise<void>;
}

/** Starts another process that sends mails, as the site does. Resolves when it is running. */
export async function startJobProcess(options: JobProcessOptions): Promise<JobProcess> {
  const file = join(projectRoot(), "server", "platform", "testing", "job-process.child.mjs");
  const child = fork(file, [JSON.stringify(options)], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(child, "exit");
  const works = once(child, "message").then(() => true);
  if (!(await Promise.race([works, ended.then(() => false)]))) {
    throw new Error(`The other process ended with ${child.exitCode ?? child.signalCode}.`);
  }
  return {
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
