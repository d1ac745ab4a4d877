import {
  type Contract,
  envelopeOf,
  essence,
  jsonMediaType,
  type MediaType,
  type Operation,
  replyFor,
} from '../../openapi/contract';
import type { Outcome } from '../http/outcome';
import { representationOf } from '../values/representation';
import type { Source } from '../values/source';
import { factsOf } from './facts';
import { fillIn } from './fill-in';
import { pageOf } from './page';
import type { Problem } from './problems';
import { writeError } from './write-error';

interface ErrorBody {
  readonly mediaType: string;
  readonly body: unknown;
  /** The body as it is sent, where that is not its JSON. */
  readonly written?: Outcome['written'];
}

/**
 * A problem in the contract's shape for errors: that of the operation's own reply for the status, else the usual one of
 * the contract, else RFC 9457's. Never throws, so that an error can be sent whatever the contract says.
 */
export function errorBody(
  contract: Contract,
  operation: Operation | undefined,
  problem: Problem,
  source: Source,
): ErrorBody {
  const content = (operation && replyFor(operation, problem.status)?.content) ?? [];
  const media = jsonMediaType(content);
  const other = media === undefined ? (content.find(({ type }) => isText(type)) ?? content[0]) : undefined;
  if (other !== undefined) return inOtherType(other, problem, source);
  if (media?.schema === undefined) return inUsualShape(contract, media?.type, problem, source);
  return { mediaType: media.type, body: bodyIn(media, problem, source) };
}

const isText = (type: string): boolean => essence(type).startsWith('text/');

/** A page, the bare message, or what it would be in JSON as that type writes it. */
function inOtherType(media: MediaType, problem: Problem, source: Source): ErrorBody {
  const mediaType = media.type;
  if (essence(mediaType) === 'text/html') return { mediaType, body: pageOf(problem) };
  if (/^text\/(plain|\*)$/.test(essence(mediaType))) return { mediaType, body: problem.message };
  const body = bodyIn(media, problem, source);
  return { mediaType, body, written: () => representationOf(media, body) };
}

function inUsualShape({ envelope }: Contract, type: string | undefined, problem: Problem, source: Source): ErrorBody {
  if (envelope !== undefined) {
    const { schema, pointer } = envelope;
    const media = { type: envelope.mediaType, schema, pointer, examples: [] };
    return { mediaType: type ?? media.type, body: bodyIn(media, problem, source) };
  }
  // RFC 9457 §4.2.1: the title of such a problem is the phrase of its status.
  const { status, title, code, message } = factsOf(problem, source.now);
  return {
    mediaType: type ?? 'application/problem+json',
    body: { type: 'about:blank', title, status, detail: message, code },
  };
}

/** In the members that the contract marks with `x-error`, else in those whose names say by convention what they tell. */
function bodyIn({ schema = {}, type, pointer, examples }: MediaType, problem: Problem, source: Source): unknown {
  const { status, code, message } = problem;
  const envelope = envelopeOf(schema, type, pointer);
  if (Object.keys(envelope.roles).length > 0) return fillIn(envelope, { status, code, message }, source);
  try {
    return writeError(schema, factsOf(problem, source.now), source, examples[0]?.value ?? schema.example);
  } catch {
    return { status, code, message };
  }
}
