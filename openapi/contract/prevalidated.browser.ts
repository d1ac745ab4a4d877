import { BAKED } from '../package/baked';
import type { Source } from './model/contract';

/** The build has checked the documents that it has baked in; one that a page is given is checked there. */
export const isPrevalidated = ({ name }: Source): boolean => Object.hasOwn(BAKED, name);
