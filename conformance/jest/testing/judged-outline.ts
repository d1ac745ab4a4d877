import { messageOf } from '../../../openapi/program/failure';
import { judgeServer } from './judge-server';
import type { Group } from './model';
import { outline } from './outline';

/** Judges a server, and gives the tests that show it; where nothing could be judged, the one test that says why. */
export async function judgedOutline(environment: NodeJS.ProcessEnv): Promise<readonly Group[]> {
  try {
    return outline(await judgeServer(environment));
  } catch (error) {
    const failure = messageOf(error) ?? String(error);
    return [{ title: 'the run as a whole', tests: [{ title: 'judges the server', failure }] }];
  }
}
