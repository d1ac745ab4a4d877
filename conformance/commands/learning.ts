import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dump } from 'js-yaml';
import { readChoicesFile, UNKNOWN } from '../../openapi/behaviours/read-chosen';
import { documentName, reasonOf } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import type { Exchange } from '../exchange/exchange';
import { jsonText, writeWhole } from '../files';
import type { Options } from '../options/options';
import { curlOf } from '../report/content/commands';
import type { ReportContext } from '../report/content/context';
import { cut } from '../report/content/wording';
import type { LearningOptions } from '../run/plan/learning';
import type { Learnt, Lesson } from '../verdict/result';

/**
 * What of a server's choices a command learns, and what it compares them with: read before anything is sent.
 *
 * @throws UsageError for a file that can't be read, or written
 */
export async function learningOf({ learn, choices }: Pick<Options, 'learn' | 'choices'>): Promise<LearningOptions> {
  refuseUnlearnable(learn);
  if (choices === undefined) return { learn: learn !== undefined };
  // What a document rules out now a server may have done before.
  const { options } = await readChoicesFile(choices, {}).catch((error: unknown) => {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  });
  return { learn: learn !== undefined, before: { options, file: choices } };
}

/** Refuses a file of `--learn` that can't be written, and leaves nothing behind: before anything is sent for it. */
function refuseUnlearnable(file: string | undefined): void {
  if (file === undefined) return;
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--learn ${file} is a folder; name a file in it, such as ${file}/choices.yaml`);
  const tried = `${file}.${process.pid}.part`;
  try {
    writeFileSync(tried, '', { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`--learn ${file} can't be written: ${reasonOf(error)}`);
  }
  if (existsSync(tried)) rmSync(tried);
}

/** Writes what was learnt: JSON or YAML, by the ending of the file. @throws UsageError where it can't be written */
export function writeLearnt(context: ReportContext, file: string): void {
  const { learnt, startedAt, milliseconds } = context.result;
  if (learnt === undefined) return;
  const value = choicesLearnt(context, learnt, startedAt + milliseconds);
  try {
    writeWhole(file, file.endsWith('.json') ? jsonText(value) : dump(value, { lineWidth: 120, noRefs: true }));
  } catch (error) {
    throw new UsageError(`--learn ${file} can't be written: ${reasonOf(error)}`);
  }
}

/**
 * What a server chooses, as `openapi/choices.schema.json` describes it; the mock starts with it.
 *
 * @param learntAt Unix milliseconds
 */
function choicesLearnt(context: ReportContext, learnt: Learnt, learntAt: number) {
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
    request: shown(curlOf([request], context)),
    response: shown(response === undefined ? (failure?.message ?? 'nothing') : String(response.status)),
  };
}
