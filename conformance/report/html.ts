import type { Report } from './context';

/** The report for people: a page of one file. */
export const html = {
  id: 'html',
  file: 'report.html',
  render: (context) => {
    // Few runs ask for it.
    const { pageOf } = require('./html/page') as typeof import('./html/page');
    return pageOf(context);
  },
} as const satisfies Report;
