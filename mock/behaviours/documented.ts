import { createHash } from 'node:crypto';
import { fits, type Header, isJson, matchMediaType, replyFor, type Schema } from '../../openapi/contract';
import { seeded } from '../values/source';
import type { Drawn, ReplyAbout } from './model';

/** What the document says of a reply, and the reply's own headers: a behaviour changes what is left open alone. */

type About = Pick<ReplyAbout, 'contract' | 'operation'>;

/** What the document says of a header of this reply; undefined where it says nothing. */
function headerDocumented({ operation }: About, status: number, name: string): Header | undefined {
  const reply = operation && replyFor(operation, status);
  return reply?.headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}

export const describesHeader = (about: About, status: number, name: string): boolean =>
  headerDocumented(about, status, name) !== undefined;

/** Whether the document lets a reply have this text in a header. */
export function allowsHeader(about: About, status: number, name: string, text: string): boolean {
  const documented = headerDocumented(about, status, name);
  return documented === undefined || fits(documented.schema, 'response', text);
}

/** The schema of a reply's body, by default that of errors; undefined where there is none. */
export function bodySchema({ contract, operation }: About, status: number, mediaType: string): Schema | undefined {
  const content = (operation && replyFor(operation, status)?.content) ?? [];
  if (content.length > 0) return matchMediaType(content, mediaType)?.schema;
  return status >= 400 && isJson(mediaType) ? contract.envelope?.schema : undefined;
}

/** Whether the document allows such a body; what it says nothing of it allows. */
export const allowsBody = (schema: Schema | undefined, body: unknown): boolean =>
  schema === undefined || fits(schema, 'response', body);

/** Whether a body is JSON that no fault has given. */
export const isOwnJson = (mediaType: string, { given }: Pick<ReplyAbout, 'given'>): boolean =>
  given?.hasBody !== true && isJson(mediaType);

/** 64 bits that a seed and a text decide, which tell nothing of either: always the same for the same two. */
export const bitsOf = (seed: number, text: string): bigint =>
  createHash('sha256').update(`${seed} ${text}`).digest().readBigUInt64BE();

/** A whole number below `end`, of the same kind. */
export const numberBelow = (end: number, seed: number, text: string): number =>
  Number(bitsOf(seed, text) % BigInt(end));

/** Eight figures to find a request by: others for each request of a world, and by the same seed the same. */
export function traceOf({ turn, seed }: Drawn): string {
  const { random } = seeded(seed, 0, 'trace', String(turn));
  return Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
