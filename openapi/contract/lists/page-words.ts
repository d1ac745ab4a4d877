import type { PageCount, PageFlag, PageTarget, PositionKind } from '../model/resource';

// OpenAPI has no word for paging, so lists are read by the names that people give to parameters and members. A name is
// compared in one spelling, by its letters and digits alone (`plain`).

const words = (text: string): readonly string[] => text.split(' ');

const table = <Meaning>(rows: readonly (readonly [meaning: Meaning, names: string])[]): ReadonlyMap<string, Meaning> =>
  new Map(rows.flatMap(([meaning, names]) => words(names).map((name) => [name, meaning] as const)));

/** Query parameters that say how many records a page has; of several the one that stands here first. */
export const SIZES: readonly string[] = words(
  'limit pagesize perpage pagelimit itemsperpage recordsperpage resultsperpage maxresults maxitems maxrecords maxkeys ' +
    'maxpagesize numberofresults numresults resultcount batchsize size top take rows hits results count first max num pagecount',
);

/** Any of these in the name of a lone integer says that it is an amount. */
export const SIZE_WORDS: ReadonlySet<string> = new Set([
  ...SIZES,
  ...words('amount length many maximum most number per page results items records'),
]);

/** Of these even a text is meant to be a number. */
export const TEXT_SIZES: ReadonlySet<string> = new Set(['limit', 'pagesize', 'perpage', 'maxresults']);

/** Where one of the second names is there, too, the first begins a range, and is neither size nor position. */
export const RANGE_ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['from', ['to', 'until', 'till']],
  ['start', ['end', 'stop', 'finish']],
  ['max', ['min']],
]);

/** Query parameters that say where a page begins. */
export const POSITIONS = table<PositionKind>([
  ['page', 'page p pg pageno pagenum pagenumber pageindex currentpage'],
  [
    'offset',
    'offset skip start startat startindex startrow startingindex from pageoffset firstresult skipcount recordoffset',
  ],
  [
    'after',
    'cursor pagecursor nextcursor startcursor aftercursor after pageafter afterid startingafter startafter sinceid ' +
      'lastid pagetoken nextpagetoken nexttoken paginationtoken continuation continuationtoken marker nextmarker bookmark ' +
      'exclusivestartkey iterator pagemarker pageiterator pagingtoken offsettoken resumetoken scrollid cursormark searchafter',
  ],
  [
    'before',
    'before pagebefore beforeid endingbefore endbefore beforecursor prevcursor previouscursor maxid searchbefore',
  ],
]);

/** Of these the value is the id of a record. */
export const ID_POSITIONS: ReadonlySet<string> = new Set(
  words('afterid startingafter startafter sinceid lastid beforeid endingbefore endbefore maxid'),
);

/** Objects of a list's reply that hold what is said of its page. */
export const HOLDERS: ReadonlySet<string> = new Set(
  words(
    'meta metadata pagination paging pageinfo page pages pagemeta info links link cursor cursors responsemetadata ' +
      'listmeta listmetadata resultset resultinfo searchinfo summary header',
  ),
);

/** Integers. Some names mean another thing where a name of the second list stands beside them. */
export const COUNTS = table<PageCount>([
  [
    'total',
    'total totalcount totalitems totalitemcount totalresults totalrecords totalelements totalhits totalrows totalsize ' +
      'totalnumber totalentries countall numfound nbhits found recordcount itemcount itemscount recordstotal ' +
      'recordsfiltered resulttotal totalobjects alltotal matched matchcount totalmatched totalnumberofrecords totalnumberofitems totalnumberofresults',
  ],
  ['count', 'numberofelements returned returnedcount currentcount pageitems pageitemcount countonpage'],
  ['size', 'perpage pagesize limit itemsperpage pagelimit resultsperpage recordsperpage maxresults maxitems top take'],
  ['page', 'page currentpage pagenumber pageno pagenum pageindex'],
  [
    'pages',
    'pages totalpages pagecount numpages numberofpages totalpage nbpages pagestotal pagescount totalpagecount lastpage',
  ],
  ['offset', 'offset skip start startindex startat startrow pageoffset'],
]);

export const FLAGS = table<PageFlag>([
  [
    'hasNext',
    'hasmore hasnext hasnextpage more moreresults truncated istruncated hasmoreitems hasmorepages hasmoreresults moreavailable',
  ],
  ['hasPrevious', 'hasprevious hasprev hasprevpage haspreviouspage'],
  ['isLast', 'islast islastpage last lastpage done'],
  ['isFirst', 'isfirst isfirstpage first firstpage'],
  ['isEmpty', 'empty isempty'],
]);

export const TARGETS = table<PageTarget>([
  [
    'next',
    'next nexturl nexturi nextlink nexthref nextpage nextpageurl nextpageuri nextpagelink nextpagenumber odatanextlink nextoffset',
  ],
  [
    'previous',
    'previous prev previousurl prevurl previousuri previouslink prevlink previouspage prevpage previouspageurl prevpageurl ' +
      'previouspageuri previouspagenumber prevpagenumber prevoffset previousoffset',
  ],
  ['first', 'first firsturl firsturi firstlink firstpage firstpageurl firstpageuri'],
  ['last', 'last lasturl lasturi lastlink lastpage lastpageurl lastpageuri'],
  ['self', 'self selflink current currenturl'],
]);

/** Tokens that lead to another page, whatever else their names may say. */
export const TOKENS = table<'next' | 'previous'>([
  [
    'next',
    'nextcursor nextpagetoken nexttoken nextmarker nextpagekey nextkey nextpagecursor nextcontinuationtoken continuationtoken iterator nextiterator nextbookmark',
  ],
  [
    'previous',
    'previouscursor prevcursor prevpagetoken previouspagetoken prevtoken previoustoken previterator previousiterator prevmarker',
  ],
]);

/** Tokens only where an object such as `paging` or `cursors` holds them. */
export const HELD_TOKENS = table<'next' | 'previous'>([
  ['next', 'after cursor token marker bookmark continuation endcursor scrollid'],
  ['previous', 'before'],
]);

/** Members of an object that describes a link. */
export const ADDRESSES: ReadonlySet<string> = new Set(['href', 'url', 'uri', 'link']);
