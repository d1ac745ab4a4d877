import { STATUS_CODES } from 'node:http';
import {
  type Contract,
  type ErrorEnvelope,
  type ErrorRole,
  envelopeOf,
  essence,
  firstThatFits,
  jsonMediaType,
  type MediaType,
  type Operation,
  replyFor,
  schemaAt,
  validatorOf,
  withPart,
} from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { representationOf } from '../values/representation';
import { sample } from '../values/sample';
import { shape } from '../values/shape';
import type { Source } from '../values/source';
import { factsOf } from './conventions';
import type { Problem } from './problems';
import { inBounds, writeError } from './write-error';

interface ErrorBody {
  readonly mediaType: string;
  readonly body: unknown;
  /** The body as it is sent, where that is not its JSON. */
  readonly written?: Outcome['written'];
}

/**
 * A problem in the shape that the operation's own reply has for its status (its example, where that is all that the document has of
 * it), else in the contract's usual shape, else in that of RFC 9457; none where the document has no content for it, nor a usual shape. Never throws, so that an error can be sent whatever the contract says.
 */
export function errorBody(
  contract: Contract,
  operation: Operation | undefined,
  refusal: Problem,
  source: Source,
): ErrorBody {
  const problem = refusal.whole();
  const reply = operation && replyFor(operation, problem.status);
  const content = reply?.content ?? [];
  if (reply !== undefined && content.length === 0 && contract.envelope === undefined) return NOTHING;
  const media = jsonMediaType(content);
  const other = media === undefined ? (content.find(({ type }) => isText(type)) ?? content[0]) : undefined;
  if (other !== undefined) return inOtherType(other, problem, source);
  const [example] = media?.schema === undefined ? (media?.examples ?? []) : [];
  if (media !== undefined && example !== undefined) return { mediaType: media.type, body: example.value };
  if (media?.schema === undefined) return inUsualShape(contract, media?.type, problem, source);
  return { mediaType: media.type, body: bodyIn(media, problem, source) };
}

const NOTHING: ErrorBody = { mediaType: '', body: undefined };

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
  const { status, title, code, message } = factsOf(problem, source);
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
    return writeError(schema, factsOf(problem, source), source, examples[0]?.value ?? schema.example);
  } catch {
    return { status, code, message };
  }
}

/** A problem as a page of HTML. What its message quotes of the request becomes no markup. */
function pageOf({ status, message }: Problem): string {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const head = `<head><meta charset="utf-8"><title>${title}</title></head>`;
  return `<!doctype html><html lang="en">${head}<body><h1>${title}</h1><p>${escaped(message)}</p></body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

type Known = Readonly<Record<ErrorRole, unknown>>;

/** What is known of an error, in the members that the contract marks for it. Never throws. */
function fillIn(envelope: ErrorEnvelope, known: Known, source: Source): unknown {
  const { schema } = envelope;
  const raw = withRoles(envelope, known);
  try {
    const body = shape(schema, raw, source);
    if (validatorOf(schema, 'response')(body) === undefined) return body;
    // The schema may not allow the mock's values, for example by an `enum` or a `maxLength`, so each is adapted.
    const adapted = withRoles(
      envelope,
      mapRoles(known, (role, value) => adapt(envelope, role, value, source)),
    );
    return firstThatFits(schema, [shape(schema, adapted, source), body, sample(schema, source)]);
  } catch {
    return raw;
  }
}

/** A value of the problem, changed to fit the schema of its place in the envelope. */
function adapt({ schema, roles }: ErrorEnvelope, role: ErrorRole, value: unknown, source: Source): unknown {
  const path = roles[role];
  const place = path && schemaAt(schema, path);
  if (place === undefined) return value;
  const text = String(value);
  return firstThatFits(place, [value, text, inBounds(place, text), sample(place, source)]);
}

/** The casts are true: the keys of `Known` are the roles. */
const mapRoles = (known: Known, change: (role: ErrorRole, value: unknown) => unknown): Known =>
  Object.fromEntries(Object.entries(known).map(([role, value]) => [role, change(role as ErrorRole, value)])) as Known;

/** The envelope with only the parts that have a role. */
function withRoles({ schema, roles }: ErrorEnvelope, known: Known): unknown {
  return Object.entries(known).reduce<unknown>((whole, [role, value]) => {
    const path = roles[role as ErrorRole];
    return path === undefined ? whole : withPart(schema, whole, path, value);
  }, {});
}
