/** What a job tells of itself as it goes on, as words beside its figures and its `Retry-After` say. */
import {
  memoized,
  type Operation,
  own,
  propertiesOf,
  type Resource,
  sentencesAbout,
  sentencesAround,
  successOf,
} from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { sentencesOf } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { brief } from '../../verdict/brief';
import { fail, type Verdict } from '../../verdict/verdict';

/** A look at a job. */
export interface Seen {
  readonly exchange: Exchange;
  readonly record: JsonRecord;
  readonly state: unknown;
}

interface Look {
  readonly last: Seen | undefined;
  readonly seen: Seen;
  readonly isOver: boolean;
  /** Whether it is over, and has ended well. */
  readonly isDone: boolean;
}

/** What is wrong with a look at a job, by the look before it and by its state. */
export function judgeProgress(resource: Resource, look: Look): Verdict | undefined {
  return fallen(resource, look) ?? retriedOtherwise(resource, look);
}

function fallen(resource: Resource, { last, seen }: Look): Verdict | undefined {
  const name =
    last && neverFalling(resource).find((one) => Number(own(last.record, one)) > Number(own(seen.record, one)));
  if (last === undefined || name === undefined) return undefined;
  return fail({
    expected: `${name}: ${brief(own(last.record, name))} or more, since it never falls`,
    actual: `${name}: ${brief(own(seen.record, name))}`,
    exchanges: [last.exchange, seen.exchange],
    key: `${name} falls`,
  });
}

/** The figures of which words say that they never fall. */
const neverFalling = memoized((resource: Resource): readonly string[] =>
  [...propertiesOf(resource.schema).keys()].filter((name) =>
    saidOf(resource, name).some((one) => NEVER_FALLS.test(one)),
  ),
);

const NEVER_FALLS =
  /\b(?:never|(?:does|do) not(?: ever)?) (?:falls?|decreases?|drops?|goes? (?:down|back)|shrinks?)\b|\bonly (?:grows|rises|increases|goes up)\b|\bmonoton/i;

/** What words say of a member: beside it, and in what is about it around the read. */
const saidOf = ({ schema, operations: { read } }: Resource, name: string): readonly string[] => [
  ...sentencesOf(String(propertiesOf(schema).get(name)?.schema.description ?? '')),
  ...(read === undefined ? [] : sentencesAbout(read, new RegExp(`\`${name}\``))),
];

/** `Retry-After` is there as long as a job goes on, and not when it is over, where words say so. */
function retriedOtherwise({ operations: { read } }: Resource, { seen, isOver, isDone }: Look): Verdict | undefined {
  const { isThere, isThenAlone } = read === undefined ? { isThere: false, isThenAlone: false } : retrying(read);
  const value = seen.exchange.response?.headers.get('retry-after') ?? undefined;
  const isWrong = isOver ? isDone && isThenAlone && value !== undefined : isThere && value === undefined;
  if (!isWrong) return undefined;
  return fail({
    expected: isOver ? 'no Retry-After, since the job is over' : `Retry-After, since the job is ${seen.state}`,
    actual: value === undefined ? 'none' : `Retry-After: ${value}`,
    exchanges: [seen.exchange],
    key: isOver ? 'Retry-After at the end' : 'Retry-After missing',
  });
}

const retrying = memoized((read: Operation): { readonly isThere: boolean; readonly isThenAlone: boolean } => {
  const header = successOf(read)?.reply.headers.find(({ name }) => name.toLowerCase() === 'retry-after');
  const texts = [
    ...sentencesOf(read.description ?? '').filter((text) => /\bRetry-After\b/i.test(text)),
    ...sentencesAround(read, ['Retry-After']),
    ...sentencesOf(header?.description ?? ''),
    ...sentencesOf(successOf(read)?.reply.description ?? '').filter((text) => /\bRetry-After\b/i.test(text)),
  ].filter((text) => GOING_ON.test(text) && !/\b(?:may|might|can)\b/i.test(text));
  return {
    isThere: header !== undefined && texts.length > 0,
    isThenAlone: texts.some((text) =>
      /\bonly\b|\b(?:none|not|absent|omitted)\b[^.;]{0,20}\b(?:afterwards|then|later|any more)\b/i.test(text),
    ),
  };
});

/** "As long as the job is not done", "while it is running", "until it has finished". */
const GOING_ON =
  /\b(?:as long as|while)\b[^.;]{0,40}\b(?:not (?:yet )?(?:done|ready|completed?|finished|over)|running|queued|waiting|in progress|processing|unfinished)\b|\b(?:until|before)\b[^.;]{0,30}\b(?:done|ready|completed?|finished|ended|ends|over)\b/i;
