import type { ClockState } from '../../../openapi/types/control';
import { checkSeconds, readMoment } from '../../control/clock';
import { refuseArgument } from '../clock';
import type { Ask } from './ask';
import type { RemoteClock } from './model';

/** @param world path of the world below `/__admin`, empty for the default one */
export function remoteClock(ask: Ask, world: string): RemoteClock {
  const path = `${world}/clock`;
  const read = () => ask<ClockState>('GET', path);
  const change = async (body: unknown): Promise<void> => {
    await ask('PUT', path, body).catch((error: unknown) => {
      throw error instanceof TypeError ? withoutPlace(error) : error;
    });
  };
  const methods = {
    now: async () => Date.parse((await read()).now),
    real: async () => {
      const { now, offsetSeconds } = await read();
      return Math.round(Date.parse(now) - offsetSeconds * 1000);
    },
    advance: async (seconds: number) => {
      checkSeconds(seconds, refuseArgument);
      return change({ action: 'advance', seconds });
    },
    freeze: () => change({ action: 'freeze' }),
    run: () => change({ action: 'run' }),
    set: async (instant: Date | number | string) => {
      const moment = new Date(readMoment(instant, refuseArgument));
      return change({ action: 'set', instant: moment.toISOString() });
    },
    reset: () => change({ action: 'reset' }),
  };
  // Not enumerable: whoever prints or copies the clock shall not send a request by it.
  return Object.defineProperty(methods, 'frozen', {
    get: async () => (await read()).frozen,
    // The cast is true: the getter is the member that is missing.
  }) as typeof methods & Pick<RemoteClock, 'frozen'>;
}

/** The number is the whole argument here, and a member of the body there. */
const withoutPlace = ({ message }: TypeError): TypeError =>
  new TypeError(message.replace(/^\/(seconds|instant)(?= )/, 'The argument'));
