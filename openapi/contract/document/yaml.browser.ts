import { BAKED } from '../../package/baked';
import { parseJson } from '../json/json';

/** The documents of the package are read in the build; a page has them as JSON, which is a part of YAML. */
export const parseYaml = (source: string, text: string): unknown => parseJson(BAKED[source]?.json ?? text);
