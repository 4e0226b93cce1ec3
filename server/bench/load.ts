import { Pool } from "undici";
import type { ServerProcess } from "./processes";

export interface Request {
  path: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
}

/** A closed-loop load generator: each connection sends the next request once the last one is answered. */
export class Client {
  private readonly pool: Pool;

  constructor(
    readonly server: ServerProcess,
    private readonly connections: number,
  ) {
    this.pool = new Pool(server.origin, { connections, pipelining: 1 });
  }

  /** @throws for another status than 200 */
  async send({ path, method, headers = {}, body }: Request): Promise<Buffer> {
    const response = await this.pool.request({ path, method, headers, body: body ?? null });
    const answer = Buffer.from(await response.body.arrayBuffer());
    if (response.statusCode === 200) return answer;
    throw new Error(
      `${this.server.origin}${path} answered ${response.statusCode}: ${answer.toString("utf8").slice(0, 2000)}`,
    );
  }

  /** @returns the milliseconds of each request, and of all */
  async load(request: Request, count: number): Promise<{ latencies: number[]; elapsed: number }> {
    const latencies: number[] = [];
    let left = count;
    const startTime = performance.now();
    const connection = async () => {
      while (left > 0) {
        left -= 1;
        const sent = performance.now();
        await this.send(request);
        latencies.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: this.connections }, connection));
    return { latencies, elapsed: performance.now() - startTime };
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** How long to measure, and how thoroughly. */
export interface Effort {
  /** The number of requests in flight at any time. */
  connections: number;
  rounds: number;
  warmUp: number;
  /** A round sends as many requests as fit into this time, estimated from the warm-up. */
  roundMs: number;
}

export interface Speed {
  perSecond: number;
  p50: number;
  p99: number;
  /** The size of a response. */
  bytes: number;
  /** CPU time of the server per request in µs; NaN if it is not known. */
  processor: number;
}

/**
 * Loads each side in turn, several times, so that other load on the machine affects all of them equally.
 * @returns the median round's requests per second, and the latency percentiles of all requests
 */
export async function alternate(sides: readonly (readonly [Client, Request])[], effort: Effort): Promise<Speed[]> {
  const measured = sides.map(([client, request]) => ({
    client,
    request,
    rates: [] as number[],
    latencies: [] as number[],
    size: 0,
    processor: 0,
  }));
  for (const each of measured) {
    await each.client.load(each.request, effort.connections);
    const warm = await each.client.load(each.request, effort.warmUp);
    each.size = Math.max(effort.warmUp, Math.round((effort.roundMs / warm.elapsed) * effort.warmUp));
  }
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const each of measured) {
      const before = each.client.server.processorTime();
      const { latencies, elapsed } = await each.client.load(each.request, each.size);
      each.processor += each.client.server.processorTime() - before;
      each.latencies.push(...latencies);
      each.rates.push((latencies.length / elapsed) * 1000);
    }
  }
  const speeds = measured.map(async ({ client, request, rates, latencies, processor }) => ({
    perSecond: quantile(rates, 0.5),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    bytes: (await client.send(request)).length,
    processor: (processor * 1000) / latencies.length,
  }));
  return Promise.all(speeds);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
