import { UNKNOWN } from '../../openapi/behaviours/read-chosen';
import { documentName } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import type { Learnt, Lesson } from '../verdict/result';
import type { ReportContext } from './context';
import { curlOf, curlOptionsOf } from './curl';
import { cut } from './cut';

/**
 * What a server chooses, as `openapi/choices.schema.json` describes it; the mock starts with it.
 *
 * @param learntAt Unix milliseconds
 */
export function choicesLearnt(context: ReportContext, learnt: Learnt, learntAt: number) {
  const { contract, server, redact } = context;
  return {
    server: redact(server.baseUrl),
    document: `${contract.title} ${contract.version} (${documentName(contract.source)})`,
    learntAt: new Date(learntAt).toISOString(),
    choices: Object.fromEntries([...learnt].map(([id, lesson]) => [id, choiceOf(lesson, context)])),
  };
}

function choiceOf(lesson: Lesson, context: ReportContext) {
  const shown = (text: string): string => cut(context.redact(text));
  if ('unknown' in lesson) return { option: UNKNOWN, because: shown(lesson.unknown) };
  const { seen } = lesson;
  const [first, ...others] = seen.map(({ option }) => option);
  return {
    option: others.length === 0 ? first : [first, ...others],
    because: seen.map(({ option, shows }) => (others.length === 0 ? '' : `${option}: `) + shown(shows)).join('; '),
    evidence: seen.flatMap(({ exchanges }) => exchanges.map((exchange) => evidenceOf(exchange, context))),
  };
}

function evidenceOf({ request, response, failure }: Exchange, context: ReportContext) {
  const shown = (text: string): string => cut(context.redact(text));
  return {
    request: shown(curlOf(request, curlOptionsOf(context))),
    response: shown(response === undefined ? (failure?.message ?? 'nothing') : String(response.status)),
  };
}

/** What was learnt, in a few lines; none where nobody asked. */
export function learntText({ learnt }: ReportContext['result']): readonly string[] {
  if (learnt === undefined) return [];
  const known = [...learnt].flatMap(([id, lesson]) =>
    'seen' in lesson ? [`${id}=${lesson.seen.map(({ option }) => option).join(',')}`] : [],
  );
  const unknown = new Map<string, string[]>();
  for (const [id, lesson] of learnt)
    if ('unknown' in lesson) unknown.set(lesson.unknown, [...(unknown.get(lesson.unknown) ?? []), id]);
  const count = learnt.size - known.length;
  return [
    `Learnt what the server chooses where the contract leaves it open, ${known.length} of ${learnt.size}: ${known.join(', ')}.`,
    ...(count === 0 ? [] : [`Unknown, ${count}:`]),
    ...[...unknown].map(([why, ids]) => `  ${ids.join(', ')}: ${why}`),
  ];
}
