import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats';
import { timedTest } from '../pattern/timed';

/** The most characters for which quadratic time is no more than a moment. */
const SHORT = 100;

/** Of ajv's formats this one alone takes no linear time: it tries each `:` as the end of a name and each `@` as the beginning of a host. */
const URL_FORMAT: Format = fullFormats.url;

/** The formats that are judged, by their names: those of ajv. */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...fullFormats,
  ...(URL_FORMAT instanceof RegExp && {
    url: (text: string) => (text.length <= SHORT ? URL_FORMAT.test(text) : timedTest()(URL_FORMAT, text)),
  }),
};
