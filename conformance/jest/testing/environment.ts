import { TestEnvironment } from 'jest-environment-node';
import { judgedOutline } from './judged-outline';
import { OUTLINE } from './model';

/** Judges the server before the test file is read: Jest knows which tests it skips as it reads them. */
export default class ConformanceEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global[OUTLINE] = await judgedOutline(process.env);
  }
}
