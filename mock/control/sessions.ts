import { type Allowance, pointerTo, readAllowances } from '../../openapi/contract';
import type { ChoicesChange, SessionOptions, ShownSession } from '../../openapi/types/control';
import type { Engine } from '../pipeline/model';
import { type Fixtures, NO_FIXTURES, readFixtures } from '../resources/fixtures';
import { type OpenedSession, TooManySessions } from '../world/model';
import type { Session, SessionTerms } from '../world/stores/sessions';
import { partsOrRefuse } from './choices';
import { invalidControl, readOrRefuse, tooManySessions } from './problems';

/** The open sessions whose names contain a text in upper or lower case, or all of them, oldest first. */
export async function listSessions({ worlds }: Engine, name: string | undefined): Promise<readonly ShownSession[]> {
  const sessions = await worlds.sessions();
  const wanted = name?.toLowerCase();
  const found = wanted === undefined ? sessions : sessions.filter((one) => one.name?.toLowerCase().includes(wanted));
  return found.map(toShownSession);
}

/**
 * @param fixtures the records of the options where they have been read already
 * @throws Problem 400 if plans or fixtures do not fit the contract, 429 if the most sessions are open
 */
export async function openSession(
  engine: Engine,
  options: SessionOptions,
  fixtures?: Fixtures,
): Promise<OpenedSession> {
  const terms = termsOf(engine, options, fixtures);
  return engine.worlds.open(terms).catch((error: unknown) => {
    throw error instanceof TooManySessions ? tooManySessions(error.message, Math.ceil(error.waitMs / 1000)) : error;
  });
}

export const toShownSession = ({ id, name, openedAt, expiresAt }: Session): ShownSession => ({
  id,
  name: name ?? null,
  openedAt: new Date(openedAt).toISOString(),
  expiresAt: new Date(expiresAt).toISOString(),
});

function termsOf(
  engine: Engine,
  { name, plans, fixtures, seed, timeToLive, ...choices }: SessionOptions,
  read: Fixtures | undefined,
): SessionTerms {
  return {
    name: name === undefined ? undefined : sessionName(name, engine.secrets.inText),
    plans: plans === undefined ? undefined : plansOf(engine, plans),
    fixtures: fixtures === undefined ? undefined : fixturesOf(engine, fixtures, read),
    seed,
    chosen: isGiven(choices) ? partsOrRefuse(engine, choices) : undefined,
    timeToLiveMs: timeToLive === undefined ? undefined : timeToLive * 1000,
  };
}

/** Whether a session has choices of its own. */
const isGiven = ({ choices, vary, except }: ChoicesChange): boolean =>
  choices !== undefined || vary !== undefined || except !== undefined;

function plansOf({ contract }: Engine, plans: NonNullable<SessionOptions['plans']>): SessionTerms['plans'] {
  if (plans === 'unlimited') return new Map([['*', []]]);
  const names = contract.plans.map(({ name }) => name);
  return new Map(
    Object.entries(plans).map(([name, figures]): [string, readonly Allowance[]] => {
      if (!names.includes(name)) {
        throw invalidControl(
          pointerTo('/plans', name),
          `is no plan of the contract; it has ${names.join(', ') || 'none'}`,
        );
      }
      return [name, figures === undefined || figures === 'unlimited' ? [] : readAllowances(figures)];
    }),
  );
}

function fixturesOf(
  { contract }: Engine,
  fixtures: NonNullable<SessionOptions['fixtures']>,
  read: Fixtures | undefined,
): SessionTerms['fixtures'] {
  if (fixtures === 'none') return NO_FIXTURES;
  if (typeof fixtures === 'number') return fixtures;
  return read ?? readOrRefuse('/fixtures', (refuse) => readFixtures('', fixtures, contract, refuse));
}

/** The most characters of a session's name. */
const LONGEST = 200;

/** More of a text is not looked at: a hundred thousand characters more take as much time as all else of opening a session. */
const LOOKED_AT = 1000;

/**
 * The name of a session as it is kept and shown: on one line, not endless, and without what `hide` hides. It is a label,
 * often a test's title, and no text that is given for it is a mistake. Undefined where nothing is left of it.
 */
export function sessionName(given: string, hide: (text: string) => string): string | undefined {
  const line = given.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...hide(line.slice(0, LOOKED_AT))];
  const name = characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : characters.join('');
  return name === '' ? undefined : name;
}
