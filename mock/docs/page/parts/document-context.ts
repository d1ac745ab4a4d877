import { createContext } from 'preact';
import type { JsonObject } from '../../../console/page/link/exact-json';

/** The document that references lead into. */
export const DocumentContext = createContext<JsonObject>({});
