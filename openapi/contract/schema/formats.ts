import type Ajv2020 from 'ajv/dist/2020';
import { timedTest } from '../pattern/timed';

/** The most characters for which quadratic time is no more than a moment. */
const SHORT = 100;

/**
 * ajv's formats take linear time, as measured with texts that repeat what each of them counts on; `url` alone does not:
 * it tries each `:` as the end of a name and each `@` as the beginning of a host.
 */
export function boundFormats(engine: Ajv2020): void {
  const { url } = engine.formats;
  if (!(url instanceof RegExp)) return;
  engine.addFormat('url', (text: string) => (text.length <= SHORT ? url.test(text) : timedTest()(url, text)));
}
