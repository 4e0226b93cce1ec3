import { Pool } from "undici";

export interface Request {
  path: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** The expected status, or one of several; 200 by default. */
  status?: number | readonly number[];
}

/** Milliseconds per request and in total. */
export interface Load {
  latencies: number[];
  elapsed: number;
  /** Size of the last response, as sent over the wire. */
  bytes: number;
}

/** A closed-loop load generator: each connection sends the next request once the last one is answered. */
export class Client {
  private readonly pool: Pool;

  constructor(
    readonly origin: string,
    private readonly connections: number,
  ) {
    this.pool = new Pool(origin, { connections, pipelining: 1 });
  }

  /** @throws for an unexpected status */
  async send(request: Request): Promise<Buffer> {
    return (await this.exchange(request)).body;
  }

  /** The value of a response header. */
  async header(name: string, request: Request): Promise<string> {
    return String((await this.exchange(request)).headers[name]);
  }

  /** The values of a response header that may be sent several times. */
  async headers(name: string, request: Request): Promise<string[]> {
    return [(await this.exchange(request)).headers[name] ?? []].flat();
  }

  private async exchange({ path, method, headers = {}, body, status = 200 }: Request) {
    const response = await this.pool.request({ path, method, headers, body: body ?? null });
    const answer = Buffer.from(await response.body.arrayBuffer());
    if ([status].flat().includes(response.statusCode)) return { headers: response.headers, body: answer };
    throw new Error(`${this.origin}${path} answered ${response.statusCode}: ${answer.toString("utf8").slice(0, 2000)}`);
  }

  async load(request: Request, count: number): Promise<Load> {
    const latencies: number[] = [];
    let bytes = 0;
    let left = count;
    const startTime = performance.now();
    const connection = async () => {
      while (left > 0) {
        left -= 1;
        const sent = performance.now();
        bytes = (await this.send(request)).length;
        latencies.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: this.connections }, connection));
    return { latencies, elapsed: performance.now() - startTime, bytes };
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
  bytes: number;
  /** CPU time of the server per request in µs, if known. */
  processor: number | undefined;
}

export interface Side {
  client: Client;
  request: Request;
  /** CPU time that the server has used so far, in ms. */
  processorTime?: () => number | undefined;
}

/**
 * Loads each side in turn, several times, so that other load on the machine affects all of them equally.
 * @returns the median round's requests per second, and the latency percentiles of all requests
 */
export async function alternate(sides: readonly Side[], effort: Effort): Promise<Speed[]> {
  const measured = sides.map((side) => ({ ...side, loads: [] as Load[], size: 0, processor: 0 }));
  for (const side of measured) {
    await side.client.load(side.request, effort.connections);
    const warm = await side.client.load(side.request, effort.warmUp);
    side.size = Math.max(effort.warmUp, Math.round((effort.roundMs / warm.elapsed) * effort.warmUp));
  }
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const side of measured) {
      const before = side.processorTime?.() ?? Number.NaN;
      side.loads.push(await side.client.load(side.request, side.size));
      side.processor += (side.processorTime?.() ?? Number.NaN) - before;
    }
  }
  return measured.map(({ loads, processor }) => speed(loads, processor));
}

function speed(loads: readonly Load[], processor: number): Speed {
  const latencies = loads.flatMap((load) => load.latencies).sort((a, b) => a - b);
  const rates = loads.map((load) => (load.latencies.length / load.elapsed) * 1000).sort((a, b) => a - b);
  return {
    perSecond: quantile(rates, 0.5),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    bytes: loads.at(-1)?.bytes ?? 0,
    processor: Number.isNaN(processor) ? undefined : (processor * 1000) / latencies.length,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
