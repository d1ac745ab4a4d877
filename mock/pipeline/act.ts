import { isObject, type Operation, partAt, type Role, type Steps, schemaAt } from '../../openapi/contract';
import type { Taken } from '../../openapi/silences/chosen';
import { create } from '../actions/create';
import { answerCustom } from '../actions/custom-operations';
import { otherwiseExample } from '../actions/example';
import { patch, read, remove, replace } from '../actions/item';
import { list } from '../actions/list';
import type { Action, Input, TaskChoices } from '../actions/model';

import { answerWithToken, givesTokens } from '../actions/token';
import { refuseUnnamed } from '../actions/unnamed-members';
import type { Outcome } from '../http/reply';
import { dayOf, type MakeUp, type Source, seeded } from '../values/source';
import type { Awaitable } from '../world/stores/awaitable';
import type { WorldState } from '../world/stores/model';
import type { Call, Caller, Engine } from './model';

const ACTIONS: Readonly<Record<Role, Action>> = { list, create, read, replace, patch, delete: remove };

/**
 * Carries out the operation on the stored records.
 *
 * @throws Problem if the records do not allow it
 */
export function act(
  { contract, purposes, bodyMembers, makeUp, worlds }: Engine,
  call: Call,
  { state, source, world, choices: taken }: Caller,
  operation: Operation,
  input: Input,
): Awaitable<Outcome> {
  const purpose = purposes.get(operation);
  const own = makeUp === undefined ? source : sourceFor(operation, source, makeUp);
  const choices = taken && taskChoices(taken, state);
  const drawn = choices?.of('body.unknown') === 'stored' ? keepingUnnamed(own) : own;
  const task = { contract, records: state.records, source: drawn, bodyMembers, operation, input, call, choices };
  if (givesTokens(contract, operation)) return answerWithToken(task, worlds, world);
  const refusesUnnamed = choices?.of('body.unknown') === 'refused';
  if (purpose === undefined) {
    if (refusesUnnamed) refuseUnnamed(task);
    return answerCustom(task);
  }
  const { role, resource } = purpose;
  const steps = resource.taken[role];
  const isWrapped = steps !== undefined && steps.length > 0;
  const unwrappedTask = isWrapped ? { ...task, input: unwrapped(input, steps) } : task;
  if (refusesUnnamed) refuseUnnamed(unwrappedTask);
  if (role === 'delete' || resource.guessed.includes(role))
    return otherwiseExample(ACTIONS[role], unwrappedTask, resource);
  return ACTIONS[role](unwrappedTask, resource);
}

const taskChoices = (taken: Taken, { births }: WorldState): TaskChoices => ({ ...taken, births });

/** What is drawn is not known before it is: see `lateSource`. */
const keepingUnnamed = (source: Source): Source => ({
  get random() {
    return source.random;
  },
  get now() {
    return source.now;
  },
  makeUp: source.makeUp,
  keepsUnnamed: true,
});

function sourceFor(operation: Operation, source: Source, makeUp: MakeUp): Source {
  if (isQuestion(operation)) return { ...seeded(0, dayOf(source.now), operation.id), makeUp };
  return source.makeUp === makeUp ? source : { ...source, makeUp };
}

/** What is made up for a question is the same each time, on one day: whoever asks twice would take it for a change. */
export const isQuestion = ({ method }: Operation): boolean => method === 'GET' || method === 'HEAD';

/** What a request says, with the record alone in the place of a body that wraps it. */
function unwrapped(input: Input, steps: Steps): Input {
  const { body, bodyType } = input;
  // Operations of a JSON Patch are in no wrapper, whatever the operation's other bodies are in.
  if (bodyType?.schema === undefined || !isObject(body)) return input;
  return { ...input, body: partAt(body, steps), bodyType: { ...bodyType, schema: schemaAt(bodyType.schema, steps) } };
}
