import { partAt, withPart } from '../../../openapi/contract';
import { bodyOf, takenSteps } from '../../exchange/subject';
import { idOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { knownRecordBody } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { fetchPath } from '../../steps/paths';
import { createRecord, rarestChoices, recordMarkOf, requestRecord } from '../../steps/records';
import { UNNAMED } from '../../unspecified/bodies';

/** A body that is taken, and the same with a member that no schema names; then the record, or the list. */
export async function sendUnnamedMember(context: CaseContext): Promise<undefined> {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { resource } = subject.purpose ?? {};
  if (media === undefined || resource === undefined) return;
  await createRecord(context);
  const { body } = knownRecordBody(context, subject, {});
  const steps = takenSteps(subject);
  const record = { ...Object(partAt(body, steps)), [UNNAMED]: 'x' };
  const whole = steps.length === 0 ? record : withPart(media.schema, body, steps, record);
  const path = await fetchPath(context, subject);
  const exchange = await context.send(toRequest(subject.operation, { path, body: whole }));
  const shown = recordOf(exchange, resource);
  if (shown === undefined) return;
  if (resource.operations.read === undefined) await requestWholeList(context, resource);
  else await requestRecord(context, resource, idOf(shown, resource));
}

/** So many records are made one right after the other, and so many with a list after each. */
const IN_A_ROW = 4;
const LISTED = 4;

export async function sendNewRecords(context: CaseContext): Promise<undefined> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return;
  for (let made = 0; made < IN_A_ROW; made += 1) await createRecord(context);
  const choices = rarestChoices(context);
  const [filter] = resource.filters.filter(({ property }) => choices[property] !== undefined);
  const query = filter === undefined ? {} : { [filter.parameter.name]: choices[filter.property] };
  for (let made = 0; made < LISTED; made += 1) {
    await createRecord(context, choices);
    await requestWholeList(context, resource, query);
  }
}

/** A text with a letter that is not ASCII and a slash. */
export async function sendTellingTexts(context: CaseContext): Promise<undefined> {
  const mark = recordMarkOf(context.subject);
  if (mark !== undefined) await createRecord(context, { [mark]: 'Zo\u00eb/1' });
}
