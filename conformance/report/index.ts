/**
 * The formats of `--report`, in the order in which `--help` names them. To add one, write a file that exports a `Report`, and
 * add a line here. Texts go through `context.redact` before they are escaped: part of a secret would not be found any more.
 */
import { github } from './github';
import { har } from './har';
import { html } from './html';
import { json } from './json';
import { junit } from './junit';
import { markdown } from './markdown';
import type { Report } from './report';
import { sarif } from './sarif';

export const REPORTS = [json, junit, html, markdown, har, github, sarif] as const satisfies readonly Report[];

export type ReportId = (typeof REPORTS)[number]['id'];
