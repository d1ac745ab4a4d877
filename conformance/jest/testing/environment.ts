import { TestEnvironment } from 'jest-environment-node';
import { messageOf } from '../../../openapi/program/failure';
import { judgeServer } from './judge-server';
import { type Group, OUTLINE } from './model';
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

/** Judges the server before the test file is read: Jest knows which tests it skips as it reads them. */
export default class ConformanceEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global[OUTLINE] = await judgedOutline(process.env);
  }
}
