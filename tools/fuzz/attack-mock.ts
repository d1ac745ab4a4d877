import { createInterface } from 'node:readline';
import { peakMemory } from '../bench/child-process';
import { harmlessRequest } from './http/conforming';
import { addFinding, type Finding } from './laws/finding';
import { count, type Tally } from './laws/replies';
import { findLeaks } from './laws/session';
import { judgeWhole, type Whole } from './laws/whole';
import type { Attack, Sessions, Setting } from './model';
import { type Options, replayAll, replayOne } from './options';
import { startOtherClient } from './other-client';
import { type Sent, type Share, SLOW_MS, type Slow, sendAttempts } from './send';
import { type ControlClient, controlClient, openSessions, resetSessions, statedMemory } from './target/control';
import { watchLog } from './target/log';
import { endedWithin, type RunningMock, startMock } from './target/mock';
import { secretsOf } from './target/secrets';

/** What came of attacks on one mock. */
export interface Attacked extends Pick<Whole, 'memory' | 'others'> {
  /** How long it went on. */
  readonly seconds: number;
  /** By attack. */
  readonly tallies: Readonly<Record<string, Tally>>;
  /** Milliseconds from SIGTERM to the end. */
  readonly ending: number;
  readonly logLines: number;
}

/** Little room, so that its bounds are reached. */
const ROOM = ['--records-memory', '64', '--journal-memory', '32'];
const FLAGS = ['--fixtures', 'none', '--plan-limits', 'off', '--log', 'requests', '--check-replies', ...ROOM];
/** A mock that does not hear SIGTERM is killed. */
const PATIENCE_MS = 10_000;

/** Starts the mock and another client, attacks the mock, and ends it. */
export async function attackMock(
  setting: Setting,
  options: Options,
  attacks: readonly Attack[],
): Promise<Attacked & { readonly findings: readonly Finding[] }> {
  const { contract, control, document, keys } = setting;
  const began = performance.now();
  let secrets: readonly string[] = [keys.token, ...keys.shared];
  const log = watchLog(() => secrets);
  const flags = ['--document', document, '--keys', keys.file, '--admin-token', keys.token];
  const onOutput = (text: string): void => text.split('\n').forEach(log.hear);
  const mock = await startMock([...flags, ...FLAGS], { log: 'pipe', onOutput });
  if (mock.log !== null) createInterface({ input: mock.log }).on('line', log.hear);
  const own: Slow[] = [];
  const client = controlClient(mock, control.prefix, keys.token, (attack, begun, milliseconds) => {
    if (milliseconds >= SLOW_MS) own.push({ attack, begun, milliseconds, at: undefined });
  });
  const sessions = await openSessions(client, contract);
  secrets = secretsOf({ keys, sessions });
  const { host, port, pid } = mock;
  const request = harmlessRequest(contract, control, sessions.other.key);
  const stopOther = startOtherClient({ address: { host, port }, pid, request });

  const { tallies, findings, slowest } = await sendAll({ ...setting, options, attacks, mock, client, sessions });

  const others = await stopOther();
  const memory = { peak: peakMemory(pid), bound: mock.isAlive() ? await statedMemory(client) : undefined };
  const ending = await endMock(mock);
  const whole = judgeWhole({
    ...{ log, memory, others, ending, stall: setting.stall, slowest: [...slowest, ...own] },
    again: replayAll(options),
    replay: (attack, at) => replayOne(options, attack, at),
  });
  return {
    seconds: (performance.now() - began) / 1000,
    tallies,
    findings: [...findings, ...whole],
    memory,
    others,
    ending: ending.milliseconds,
    logLines: log.lines,
  };
}

async function endMock(mock: RunningMock): Promise<Whole['ending']> {
  const begun = performance.now();
  mock.signal('SIGTERM');
  await endedWithin(mock, PATIENCE_MS);
  const milliseconds = performance.now() - begun;
  mock.signal('SIGKILL');
  return { ...(await mock.exit), milliseconds };
}

interface Campaign extends Setting {
  readonly options: Options;
  readonly attacks: readonly Attack[];
  readonly mock: RunningMock;
  readonly client: ControlClient;
  readonly sessions: Sessions;
}

/** So many attempts go between two looks at what they left behind. */
const BATCH = 5000;
const CONNECTIONS = 24;
/** The end of a process is heard of some time after its connections are gone. */
const GONE_WITHIN_MS = 2000;
/** The attacks whose every request goes to their own session, so that its records can be counted. */
const COUNTED: ReadonlySet<string> = new Set(['bodies']);

/** Sends batch after batch, and looks after each at what it left behind. */
export async function sendAll(campaign: Campaign): Promise<Pick<Sent, 'tallies' | 'findings' | 'slowest'>> {
  const { options, attacks, contract, control, keys, mock, client, progress } = campaign;
  const until = Date.now() + options.seconds * 1000;
  const tallies: Record<string, Tally> = {};
  const findings: Finding[] = [];
  const slowest: Slow[] = [];
  let { sessions } = campaign;
  /** Of the attempt that the header of a request tells. */
  const replay = (tag = ''): string => {
    const [attack = '', at] = tag.split('/');
    return at === undefined ? replayAll(options) : replayOne(options, attack, at);
  };
  const add = (more: readonly Finding[]): void => {
    for (const one of more) addFinding(findings, one);
  };
  for (const [place, batch] of plannedBatches(attacks, options).entries()) {
    if (Date.now() >= until) break;
    try {
      for (const shares of batch) {
        const sent = await sendAttempts({
          ...{ mock, seed: options.seed, shares, until },
          target: { contract, control, keys, sessions },
          connections: options.at === undefined ? CONNECTIONS : 1,
          replay,
        });
        for (const [name, tally] of Object.entries(sent.tallies)) count(tallies, name, tally);
        slowest.push(...sent.slowest);
        add(sent.findings);
        if (mock.isAlive()) add(await uncounted({ ...campaign, sessions }, sent.accepted));
      }
      for (const session of ['', ...Object.values(sessions.ofAttack).map(({ id }) => `/sessions/${id}`)]) {
        add(await findLeaks(client, session, secretsOf({ keys, sessions }), replay));
      }
      sessions = await resetSessions(client, contract, sessions);
    } catch (error) {
      // Whatever asks a mock that is gone fails.
      if ((await endedWithin(mock, GONE_WITHIN_MS)) === 'alive') throw error;
    }
    if (!mock.isAlive()) {
      add([goneFinding(options, await mock.exit, batch.flat())]);
      break;
    }
    if (place % 4 === 3) progress(`${(place + 1) * BATCH} of ${options.count}, ${findings.length} findings`);
  }
  return { tallies, findings, slowest };
}

/** What is sent between two looks: groups of shares, one group after the other. */
type Batch = readonly (readonly Share[])[];

function plannedBatches(attacks: readonly Attack[], { count, at }: Pick<Options, 'count' | 'at'>): readonly Batch[] {
  if (at !== undefined) return [attacks.map(({ name }) => [{ attack: name, from: at, to: at + 1 }])];
  const whole = attacks.reduce((sum, { share }) => sum + share, 0);
  return Array.from({ length: Math.ceil(count / BATCH) }, (_, place) => {
    const upTo = (share: number, batch: number): number => Math.round((Math.min(count, batch * BATCH) * share) / whole);
    const shareOf = ({ name, share }: Attack): Share => ({
      attack: name,
      from: upTo(share, place),
      to: upTo(share, place + 1),
    });
    const together = attacks.filter(({ isAlone }) => !isAlone).map(shareOf);
    const alone = attacks.filter(({ isAlone }) => isAlone).map((attack) => [shareOf(attack)]);
    return [...(together.length === 0 ? [] : [together]), ...alone];
  });
}

function goneFinding(
  options: Options,
  { code, signal }: Awaited<RunningMock['exit']>,
  shares: readonly Share[],
): Finding {
  const meanwhile = shares.map(({ attack, from, to }) => `${attack} ${from} to ${to}`).join(', ');
  const what = `it ended by ${signal ?? `status ${code}`} while ${meanwhile} went on`;
  return { law: 'alive', attack: shares[0]?.attack ?? '', what, times: 1, again: [replayAll(options)] };
}

/** Where a session does not hold what the replies accepted. */
async function uncounted(
  { client, sessions, options }: Campaign,
  accepted: Sent['accepted'],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [attack, one] of Object.entries(accepted)) {
    const session = sessions.ofAttack[attack];
    if (session === undefined || !COUNTED.has(attack)) continue;
    for (const what of await one.compare(client, `/sessions/${session.id}`)) {
      findings.push({ law: 'ledger', attack, what, times: 1, again: [replayAll(options)] });
    }
  }
  return findings;
}
