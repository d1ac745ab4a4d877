/**
 * The formats of `--report`, in the order in which `--help` names them. To add one, write a file that exports a `Report`, and
 * add a line here. Texts go through `context.redact` before they are escaped: part of a secret would not be found any more.
 */
import { json } from './json';
import { junit } from './junit';
import { markdown } from './markdown';
import type { Report } from './report';

export const REPORTS = [json, junit, markdown] as const satisfies readonly Report[];

export type ReportId = (typeof REPORTS)[number]['id'];
