import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";

/** In our order of preference. */
const ENCODINGS = ["br", "gzip", "identity"] as const;

export type ContentEncoding = (typeof ENCODINGS)[number];

/** "identity" is acceptable even if the header does not list it, but everything that is listed takes precedence. */
const UNLISTED_IDENTITY_WEIGHT = 0.0001;
/** In bytes. Compressing less than this saves no packet. */
const COMPRESSION_THRESHOLD = 1024;

/** Browsers keep sending the same handful of headers. */
const negotiated = new LRUCache<string, ContentEncoding>({ max: 100 });
/**
 * In characters. Browsers send fewer than 150 of Accept and fewer than 50 of the others. Libraries take up to 40 ms for the longest
 * Accept header that Node accepts, and Apollo Server half a second for a Content-Type of as many spaces.
 */
const MAX_LENGTHS = { accept: 500, "accept-encoding": 200, "content-type": 200 };

/** Requests with longer headers are treated as if they had none. */
export function dropLongHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { headers } }, _reply, done) => {
    for (const [name, length] of Object.entries(MAX_LENGTHS))
      if ((headers[name] ?? "").length > length) Reflect.deleteProperty(headers, name);
    done();
  });
}

/**
 * Negotiates the encoding from an Accept-Encoding header (RFC 9110, 12.5.3). A client that accepts none of ours gets plain text
 * rather than an error, which it might not accept either.
 */
export function chooseEncoding(header: string | undefined): ContentEncoding {
  if (!header) return "identity";
  const cached = negotiated.get(header);
  if (cached) return cached;
  const encoding = preferredEncoding(acceptedWeights(header));
  negotiated.set(header, encoding);
  return encoding;
}

function preferredEncoding(weights: ReadonlyMap<string, number>): ContentEncoding {
  const wildcard = weights.get("*");
  const weightOf = (encoding: ContentEncoding) =>
    weights.get(encoding) ?? wildcard ?? (encoding === "identity" ? UNLISTED_IDENTITY_WEIGHT : 0);
  let best: ContentEncoding = "identity";
  let bestWeight = 0;
  for (const encoding of ENCODINGS) {
    if (weightOf(encoding) <= bestWeight) continue;
    best = encoding;
    bestWeight = weightOf(encoding);
  }
  return best;
}

/** The weights in a header such as Accept or Accept-Encoding, by their names in lower case. */
export function acceptedWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().replace(/\s/g, "").split(",")) {
    const [coding = "", ...parameters] = part.split(";");
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    // A malformed weight counts as 0: falling back to plain text is always safe.
    weights.set(coding, /^[01](\.\d*)?$/.test(weight) ? Number(weight) : 0);
  }
  return weights;
}

/** Takes 2 ms for a home page. Quality 9 takes 7 times as long and saves 1 %, quality 11 takes 50 times as long and saves 13 %. */
const BROTLI_QUALITY = 6;

const brotliAsync = promisify(brotliCompress);
const unbrotliAsync = promisify(brotliDecompress);
const gzipAsync = promisify(gzip);

function encode(text: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === "identity") return Promise.resolve(text);
  if (encoding === "gzip") return gzipAsync(text);
  return brotliAsync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/**
 * A text, encoded on demand. Each encoding is computed once; concurrent requests share the computation. Once it is compressed, the plain text,
 * seven times as long, is not kept: few clients want it, and it takes them a fraction of a millisecond.
 */
export class EncodedText {
  private readonly bodies = new Map<ContentEncoding, Buffer>();
  private readonly pending = new Map<ContentEncoding, Promise<Buffer>>();

  private readonly plainLength: number;

  /** @param text or its UTF-8 */
  constructor(text: string | Uint8Array<ArrayBuffer>) {
    const plain = typeof text === "string" ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.length);
    this.plainLength = plain.length;
    this.bodies.set("identity", plain);
  }

  /** The total size of all encodings. */
  get bytes(): number {
    let bytes = 0;
    for (const body of this.bodies.values()) bytes += body.length;
    return bytes;
  }

  /** The encoding for a client that sends this Accept-Encoding header. Small texts are never compressed. */
  encodingFor(header: string | undefined): ContentEncoding {
    return this.plainLength < COMPRESSION_THRESHOLD ? "identity" : chooseEncoding(header);
  }

  /** Undefined if the text is not kept in this encoding. */
  get(encoding: ContentEncoding): Buffer | undefined {
    return this.bodies.get(encoding);
  }

  encode(encoding: ContentEncoding): Promise<Buffer> {
    const body = this.pending.get(encoding) ?? this.startEncoding(encoding);
    this.pending.set(encoding, body);
    return body;
  }

  private plain(): Buffer | Promise<Buffer> {
    const compressed = this.bodies.get("br");
    return this.bodies.get("identity") ?? (compressed ? unbrotliAsync(compressed) : Buffer.alloc(0));
  }

  private async startEncoding(encoding: ContentEncoding): Promise<Buffer> {
    try {
      const body = await encode(await this.plain(), encoding);
      if (encoding !== "identity") this.bodies.set(encoding, body);
      if (encoding === "br") this.bodies.delete("identity");
      return body;
    } finally {
      this.pending.delete(encoding);
    }
  }
}
