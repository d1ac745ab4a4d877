/**
 * The words by which a document says what the parameters of a list do. OpenAPI has no word for any of this: a server is held to it only
 * where the words beside the parameter say it, and nothing in them says otherwise. `docs/conformance-reference.md` has a table of them.
 */

/** Names of ranges: the first or last word of a parameter's name. */
export const LEAST = new Set(words('min minimum least lowest from since after gte gt ge above over start newer'));
export const GREATEST = new Set(words('max maximum most highest to until till before lte lt le below under end older'));

/** What a range says of its bound, the plainest first. */
export const SAYS_LEAST =
  /\bat least\b|\bno (?:less|fewer|lower|smaller|earlier|older) than\b|\bor (?:more|later|after(?:wards)?|above|higher|greater|newer|dearer|costlier|longer|heavier|larger|bigger)\b|\band (?:up(?:wards?)?|above|later|over|onwards?|afterwards)\b(?=\W*$|[.,;)]| (?:is|are|only|counts?)\b)|\bon or after\b|\b(?:more|later|greater|newer|higher|dearer|costlier|longer|heavier|larger|bigger)(?: (?!than\b)[a-z]+){0,4} than\b|\b(?:after|since|from|minimum|least|lowest|min|above|starting|smallest|earliest|lower bound|(?:start|beginning) of|first (?:day|date|moment|instant))\b|>/i;
export const SAYS_GREATEST =
  /\bat most\b|\bno (?:more|greater|higher|larger|later|newer) than\b|\bor (?:less|fewer|earlier|before|below|lower|older|cheaper|shorter|lighter|smaller)\b|\band (?:below|less|under|earlier|down(?:wards?)?)\b(?=\W*$|[.,;)]| (?:is|are|only|counts?)\b)|\bon or before\b|\b(?:less|fewer|earlier|older|lower|cheaper|shorter|lighter|smaller)(?: (?!than\b)[a-z]+){0,4} than\b|\b(?:before|until|till|up to|maximum|greatest|highest|most|max|below|ending|largest|latest|upper bound|end of|last (?:day|date|moment|instant)|to stop)\b|</i;
/** "Leaves out those with fewer": the bound itself is left. */
export const SAYS_LEAVES_OUT_LESS =
  /\b(?:leav(?:es?|ing) out|exclud\w+|skips?|drops?|hides?|omits?)\b[^.;]{0,40}\b(?:fewer|less|lower|smaller|earlier|older|before|below|under)\b/i;
export const SAYS_LEAVES_OUT_MORE =
  /\b(?:leav(?:es?|ing) out|exclud\w+|skips?|drops?|hides?|omits?)\b[^.;]{0,40}\b(?:more|greater|larger|higher|later|newer|after|above|over)\b/i;
/** That an object has the bounds of a range as its members. */
export const SAYS_BOUNDS =
  /\b(?:bounds?|range|between|interval|period|limits?|filter\w*|only|restrict\w*|from|until)\b/i;
export const SAYS_EXCLUSIVE =
  /\bexclusive(?:ly)?\b|\bexclud(?:ing|ed)\b|\b(?:does not|doesn['’]t|do not) (?:itself )?(?:belong|count)\b|[(,;] ?not (?:at|on|including)\b|\b(?:at|of|on) exactly (?:this|that|the) [a-z]+ (?:itself )?(?:is|are) (?:not|left out|excluded|out)\b|\bitself (?:not|does not|is not)\b|\bstrictly\b|\b(?:non-?|not )inclu|\bbut not\b|(?<!\b(?:no|not) )\b(?:more|less|greater|later|earlier|older|newer|higher|lower|fewer|cheaper|dearer|shorter|longer|lighter|heavier|smaller|larger|bigger)(?: (?!than\b)[a-z]+){0,4} than\b(?!,? or (?:equal|the same|exactly|at))/i;
export const SAYS_INCLUSIVE =
  /\binclusive(?:ly)?\b|\binclud(?:ing|ed)\b|\bitself (?:counts|too)\b|\bor (?:later|earlier|more|less|fewer|after(?:wards)?|before|above|below|higher|lower|greater|equal|newer|older|cheaper|dearer|shorter|longer|lighter|heavier|smaller|larger|bigger)\b|\band (?:above|up(?:wards?)?|below|later|earlier|over|under|less|onwards?|afterwards|down(?:wards?)?)\b(?=\W*$|[.,;)]| (?:is|are|only|counts?)\b)|\bat (?:least|most)\b|\bno (?:more|less|later|earlier|fewer|greater|higher|lower|larger|smaller|newer|older) than\b|\bnot (?:before|after|earlier|later|less|more)\b|\b(?:on|at) or\b|[<>]=|[≤≥]|\b(?:minimum|maximum|least|greatest|lowest|highest)\b/i;

/** That a record which lacks a property is outside each range of it. */
export const SAYS_LACKING_OUT =
  /\b(?:never|not yet|without|null|no value|un\w+|lack\w*|missing|not (?:have|had|been))\b[^.;]{0,60}\b(?:(?:do|does|will)(?: not|n['’]t) (?:match|count|belong|appear)|never match\w*|(?:is|are) (?:left out|excluded|omitted|(?:not|never) (?:included|listed|shown|returned|found|among (?:them|these|those))))/i;

/** That a text is looked for within a property; that it is so in whichever case. */
export const SAYS_PART =
  /(?:\b(?:text|string) (?:that |which )?(?:occurs?|appears?|(?:is|are) found)|\b(?:any|a|the|this) text|^\W*text) (?:anywhere |somewhere )?(?:with)?in\b|\bcontain(?:s|ing)?\b|\bsubstring\b|\b(?:any |a )?(?:part|piece) of (?:the|their|its|it)\b|^\W*(?:any |a )?part of [`"']?\w+|\banywhere in\b|\bsearch(?:es|ed)?\b[^.;]{0,80}\bfor (?:this|the|that|a|any) (?:text|string)\b/i;
/** That it is a text's beginning; that it is searched for, but for what is alike. */
export const SAYS_START =
  /\b(?:starts?|begins?|starting|beginning) with\b|\bprefix\b|\bfirst (?:letters|characters|digits) of\b/i;
export const SAYS_SEARCH =
  /\b(?:search(?:es|ed)?|look(?:s|ed)?(?: for)?|find)\b[^.;]{0,40}\b(?:in|into|over|across|by|within)\b|^\W*search(?:es)? (?:the |all )?[`"']?\w+[`"']?(?:,| and\b| or\b)/i;
export const SAYS_ALIKE =
  /\b(?:fuzzy|similar|alike|full[- ]?text|relevan\w+|rank\w*|phonetic|stem\w*|approximate\w*|typos?|exact\w*|wildcards?|regex\w*|regular expressions?|pattern)\b/i;
/** That a flag leaves those of which it is true; that it leaves the others where it is false; that it is what it is of the record. */
export const SAYS_ONLY = /\b(?:only|filters?|restrict\w*|limit\w* to|leaves)\b/i;
export const SAYS_WHETHER =
  /^whether (?!to\b)(?!.*\b(?:includ|also|as well|too|adds?|show|list|return|contain|hid|omit|leav|exclud)\w*)/i;
export const SAYS_OR_OTHERS =
  /^whether to (?:list|show|return|find)\b[^.;]{1,60}\bor (?:only )?(?:the others|the rest|those that are not|those which are not|the ones that are not)\b|\btrue\b[^.;]{1,60}\bfalse\b[^.;\w]{0,4}(?: (?:is|means|finds|gives|leaves|lists))? ?(?:for |to )?(?:all )?(?:the )?(?:others?|rest|remaining)\b/i;
export const SAYS_BOTH =
  /\bfalse\b[^.;]{0,60}\b(?:not|no|un\w+|others?|without|only|in\w+)\b|\bnot\b[^\w.;]{1,4}false\b|\b(?:or|and) (?:are )?not\b|\bequals?\b|\bwith this value\b/i;

/** `include_x`: those that are x are shown as well, and are otherwise left out. */
export const INCLUDES = /^(?:includes?|with|show|also)(?:all)?/;
export const SAYS_ELSE_LEFT_OUT =
  /\b(?:left out|omitted|hidden|excluded|not (?:listed|shown|returned|included))\b[^.;]{0,40}\b(?:otherwise|by default|else|unless|without (?:it|this))\b|\b(?:otherwise|by default|without (?:it|this))\b[^.;]{0,60}\b(?:left out|omitted|hidden|excluded|not (?:listed|shown|returned|included))\b/i;

/** That those of a flag are shown as well where it is true; that it is false unless it is sent. */
export const SAYS_ALSO =
  /^(?:(?:whether|if|when|set)\b[^.;]{0,30}\s)?(?:includ(?:e|es|ing)|(?:also|additionally) \w+)\b|\b(?:whether|true)\b[^.;]{0,60}\bincluded\b|\b(?:includ|list|show|return|display)\w*[^.;]{0,40}\b(?:as well|too|also)\b|\balso (?:includ|list|show|return|display)/i;
export const SAYS_OFF_UNASKED =
  /\bdefaults?(?: value)?(?: is| to)?:? [`"']?false\b|\bfalse[`"']? by default\b|\bnot (?:included|shown|listed|returned) by default\b/i;

/** That a value is one of those that a property has; that all of several are; that it need only be a part of one. */
export const SAYS_AMONG =
  /\bamong\b|\btagged\b|\blabell?ed\b|\b(?:with|has|have|having|carry|carrying|carries|bear|bearing|by|for|of) (?:exactly |(?:all|any|one|each) of )?(?:these|those|this|that|the|the given|one|a|an|given|such) [`"']?\w+|\b(?:contain|includ)(?:s|ing|e)? (?:this|that|the|the given|it)\b|\bfilter\w* by\b|\bonly\b/i;
export const SAYS_ALL_OF = /\b(?:all|each|every one) of\b|\ball (?:the |these |given )?(?:tags|labels|values|\w+s)\b/i;
export const SAYS_PARTS =
  /\b(?:substring|prefix|part of a|part of one|partial\w*|fuzzy|wildcard|pattern|starts? with|begins? with|case[- ]?insensitiv\w*|exclud\w+|except|without|not (?:with|having|tagged))\b/i;

/** That something is so on a day; that days are those of UTC. */
export const SAYS_ON_DAY =
  /\b(?:on|at) (?:this|that|the|the given|a given|the same) (?:calendar )?(?:day|date|instant|moment|time)\b/i;
export const SAYS_UTC = /\bUTC\b/;

/** That a record has one of several choices; that it has none. */
export const SAYS_ANY =
  /\b(?:any|one|either|several|multiple) of\b|\bone\b[^.;]{0,30}\bor (?:more|several)\b|\bany (?:of (?:them|these|those) )?(?:will do|matches|counts)\b|\bonly\b|\bthese\b|\bcomma[- ]separated\b/i;
export const SAYS_NONE_OF = /\b(?:exclud\w+|except|none of|not|without|all of)\b/i;

/** Parameters for an order, and for its direction alone. */
export const ORDERS = new Set(
  words('sort sortby sortfield sortkey sorting ordering order orderby orderfield orderkey sortorder'),
);
export const DIRECTIONS = new Set(words('order direction dir sortorder sortdirection sortdir orderdirection orderdir'));
export const ASCENDING = new Set(words('asc ascending'));
export const DESCENDING = new Set(words('desc descending'));

/** That pages follow each other by what a reply names; what a cursor keeps; that none is taken but those that were given. */
export const SAYS_NEXT_PAGE =
  /\bnext\b|\b(?:further|following|previous|last|subsequent|another) (?:page|set|batch|result|reply|response|call|request)|\bpage (?:before|number|of|to)\b|\bnumber of the page\b|\bpaginat\w+|\bmore (?:\w+ )?(?:pages|results|records|items|exist|follow|remain)\b|\bthere (?:is|are) more\b/i;
export const saysKeepsQuery = (texts: readonly string[]): boolean =>
  texts.some((said) => KEEPS_QUERY.test(said) && !SAYS_LINK_KEEPS.test(said)) &&
  !texts.some((said) => ASKS_FOR_QUERY.test(said));
const KEEPS_QUERY =
  /\b(?:keep|retain|preserv|remember|carr|encod|includ|contain|fix)\w*\b[^.;]{0,40}\b(?:filter|sort|order|quer|parameter)/i;
/** `Keep all other parameters as they were`, `the filters have to be sent again`: of the client. */
const ASKS_FOR_QUERY =
  /(?:^\W*|[.;:,(–—]\s*|\b(?:and|but|please|always|must|should|have to|need to) )(?:keep|retain|preserve|include|carry|repeat|send|resend|pass|use|leave)\b (?:(?:along|in|again|on) )?(?:(?:all|the|any|your|every|each|same|exactly|other|others|remaining|rest|of) ){0,5}(?:filter|sort|order|quer|parameter)(?!\w*(?: parameter)? [`"'])|\b(?:filters?|parameters?|query|sort(?:ing)?|order)\b[^.;]{0,20}\b(?:must|has to|have to|should|needs? to) (?:all )?(?:be )?(?:kept|repeated|sent|resent|included|passed|given|stay|remain|the same)\b/i;
/** That a page names a next one unless it is the last. */
export const SAYS_LAST_HAS_NONE =
  /\b(?:as long as|(?:if|when) and only (?:if|when)|only (?:\w+ ){0,3}(?:if|when|while|where|as long as)) (?:there|more|further|another|a (?:further|next))\b[^.;]{0,30}\b(?:pages?|records?|results?|items?|more|follows?)\b|\b(?:last|final)\b[^.;]{0,60}\b(?:none|no|not|absent|omit\w*|without|null|empty)\b|\b(?:absent|omitted|missing|null|empty|none|not (?:there|present|set|sent))\b[^.;]{0,40}\b(?:last|final|no more|no further)\b/i;
/** That a flag tells of further records: `Whether there are entries after these`; not where there only may be some. */
export const SAYS_MORE_FOLLOW =
  /^(?!.*\b(?:may|might|could|can|perhaps|possibly|maybe)\b)(?=.*\b(?:more|further|others?|another|left|follow\w*|next|after (?:this|these|it|them)|beyond)\b)/is;
export const SAYS_FIRST_HAS_NONE =
  /\bfirst page\b[^.;]{0,40}\b(?:none|no|not|without)\b|\b(?:absent|omitted|missing|null|none|not (?:there|present|set|sent))\b[^.;]{0,20}\bfirst page\b/i;
/** That the link to the next page is there as long as there is one: `present whenever there is more`, `if another page follows, its address is in Link`. */
export const SAYS_LINKED: Pick<RegExp, 'test'> = {
  test: (said) => IF_MORE.test(said) && !PERHAPS.test(said),
};
const IF_MORE =
  /\b(?:when(?:ever)?|if|while|where(?:ver)?|as long as)\b (?:and only (?:when|if) )?(?:there (?:is|are) (?:still |yet )?(?:(?:more|another|(?:an? |any )?(?:further|following|next))(?:(?= (?:pages?|records?|results?|items?|entr(?:y|ies)|rows?|data|ones?|to|left|behind|after|afterwards|follow\w*)\b)|(?! ?\p{L})))|there['’]s (?:more|another)(?! ?(?!pages?\b|to\b)\p{L})|(?:more|further) (?:pages?|records?|results?|items?|entries|data) (?:exist|follow|remain|are (?:left|to come))|(?:another|an? (?:further|next)|the next) page (?:exists|follows|remains|is there))/iu;
const PERHAPS =
  /\b(?:may|might|can(?! be (?:found|read|taken|followed))|could|should|optional\w*|some|sometimes|most|usually|often|not|never|need|later|future|prev(?:ious)?|accepts?|asked|(?:has|names|gives|points? to) the (?:first|last)|lists? (?:with|by|of))\b|n['’]t\b/i;
/** That a number is the page's own; that it is the number of all pages. */
export const SAYS_OWN_NUMBER = /\b(?:this|current|returned) page\b|\bpage (?:number|index)\b|\bnumber of the page\b/i;
export const SAYS_PAGE_COUNT = /\b(?:how many|number of|count of|total|all)\b[^.;]{0,20}\bpages\b/i;
/** That a page may have fewer than were asked for: `how many at most`; not `at most 50`, of what may be asked for. */
export const SAYS_AT_MOST =
  /\b(?:at (?:the )?most|up to (?:so|that|this) many|no more than (?:so|that|this) many)\b(?! ?[\d(])/i;
export const SAYS_PAGE_SIZE = /\bpage size\b|\bsize of (?:the|a|this) page\b|\b(?:per|a|each) page\b|\bat most\b/i;
/** That the link to another page has what the query asks for beside the page. */
export const SAYS_LINK_KEEPS =
  /\blinks?\b(?:(?!\bnot\b|\bnever\b|\bwithout\b|n't)[^.;]){0,100}(?:\b(?:with|keeps?|includes?|carr(?:y|ies)|contains?|has|have|repeats?|preserves?|retains?)\b[^.;]{0,15}\b(?:all|the same|every|each|other|these|those|your|(?:the )?current)\b[^.;]{0,20}\b(?:parameters?|filters?|query)\b|\b(?:parameters?|filters?|query)\b[^.;]{0,30}\b(?:included|kept|preserved|retained|carried over)\b)/i;
/** The same of what it names: `one link with rel="next" that carries over limit, sort and filters`. */
export const SAYS_LINK_CARRIES =
  /\blinks?\b(?:(?!\bnot\b|\bnever\b|\bwithout\b|n't)[^.;]){0,60}\b(?:carr(?:y|ies)(?: over)?|keeps?|repeats?|preserves?|retains?|has|with) (?:the |your )?(?:limit|page size|sort(?:ing)?|order|filters?|query)(?:(?:, and |, | and )(?:the |your )?(?:limit|page size|sort(?:ing)?|order|filters?|query))*\b(?! (?:in|inside|within) (?:the|its) (?:cursor|token))/i;
/** That another size may be asked for beside a cursor. */
export const SAYS_SIZE_MAY_CHANGE =
  /\b(?:page ?size|limit|size of (?:the|a) pages?)\b[`"']?[^.;]{0,20}\b(?:may|can|might) (?:be )?(?:chang\w*|differ\w*|var(?:y|ied)|another|other)/i;
/** That a size is the one that was asked for or applies, and not how many records are there. */
export const SAYS_SIZE_IN_FORCE =
  /\b(?:page ?size|limit) (?:in (?:force|effect|use)|(?:that (?:was|is) |which (?:was|is) )?(?:asked for|requested|applied|used|effective))\b|\b(?:effective|requested|applied) (?:page ?size|limit)\b|\b(?:limit|page ?size)\b[^.,;]{0,20}\b(?:as (?:requested|asked for|sent|given)|of the request)\b|\bechoe[sd] (?:the )?(?:limit|page ?size)\b/i;
/** That a cursor is good for the query alone with which it was given, and is refused with another. */
export const SAYS_CURSOR_BOUND =
  /\b(?:only|valid|good|usable|bound|tied|belongs?|must|has to|have to|same|works?|serves?|appl(?:y|ies)|holds?|specific|goes (?:together )?with|(?:made|issued|handed out|given(?: out)?|meant|intended) for)\b[^.;]{0,70}\b(?:filter|sort|order|quer|parameter|search)/i;
export const SAYS_OTHER_REFUSED =
  /\b(?:others?|otherwise|else|another|different|chang\w+|differ\w*|any other|mismatch\w*|does not match|do not match)\b[^.;]{0,80}\b(?:400|409|422|4xx|refus\w+|reject\w+|errors?|fails?|invalid)\b|\b(?:400|409|422|4xx|refus\w+|reject\w+|errors?|fails?|invalid)\b[^.;]{0,60}\b(?:others?|otherwise|another|different|chang\w+|differ\w*|mismatch\w*|not match)\b/i;
/** That a cursor of another list is refused. */
export const SAYS_CURSOR_OF_LIST =
  /\b(?:(?:from|of|for) (?:another|a different|other|any other) (?:list|collection|endpoint|resource|operation)s?)\b[^.]{0,120}\b(?:400|422|4xx|refus\w+|reject\w+|invalid)\b/i;
export const SAYS_CURSOR_REFUSED =
  /\b(?:do not|don['’]t|never) (?:make|build|compose|invent|guess|construct|write)\b[^.;]{0,30}[:;,(–—] ?(?:a |the |it is |that is )?(?:400|422)\b|\b(?:(?:we|the (?:api|service|server)) (?:can(?: ?not|['’]t)|do(?:es)?(?: not|n['’]t)) (?:make (?:any )?sense of|understand|decode|recogni[sz]e|resolve|interpret)|mak(?:es?|ing) no sense|unknown|invalid|malformed|foreign|expired|other|tampered|forged|altered|made[- ]up|unrecogni[sz]ed|any other|not (?:one )?(?:of ours|from us)|(?:we|the (?:api|service|server)) (?:did|has|have)(?: not|n['’]t| never)|not (?:given|issued|known|valid)|(?:not|never) (?:\w+ )?(?:given|issued|returned|handed out|sent)|none (?:of ours|that (?:we|the (?:api|service|server)) (?:\w+ ){1,2}(?:out|gave|issued|returned)))\b[^.;]{0,60}\b(?:refus|reject|fail|400|404|422|4xx|error|invalid|problem)/i;
/** The same, of a refusal. */
export const SAYS_BAD_CURSOR =
  /\bmade[- ]up\b[^.;]{0,40}\b(?:refused|rejected|400|422)\b|\b(?:bad|unknown|invalid|malformed|foreign|expired|unreadable|unrecogni[sz]ed) (?:page )?(?:cursor|page token)\b|\b(?:cursor|page token) (?:that )?(?:is|was) (?:bad|unknown|invalid|malformed|expired|not (?:valid|known|recogni[sz]ed))\b/i;

/** That a cursor may be used more than once. */
export const SAYS_CURSOR_AGAIN =
  /\b(?:re-?us(?:ed|able)|us(?:ed|able) (?:again|repeatedly|any number of times|several times|(?:more than|not only) once|as often)|(?:stay|remain|keep)s? (?:valid|usable|good)|(?:does|do) not expire|never expires?)\b/i;

/** That a page is as long as was asked for while there are more records; that none but the first is empty. */
export const SAYS_FILLED =
  /\b(?:pages?|it|they) (?:is|are) (?:always )?(?:filled|full)\b[^.;]{0,60}\b(?:left|remain\w*|more|until|as long as|but the last|except)\b|\b(?:only|but) the last page (?:may|can|is)\b[^.;]{0,20}\b(?:short\w*|fewer|less|not full)\b|\bevery page but the last (?:is full|has (?:so|that) many)\b/i;
export const SAYS_NEVER_EMPTY =
  /\bno (?:further |other |later )?page\b[^.;]{0,30}\bempty\b|\b(?:no|never (?:\w+ ){0,3}an?) empty (?:\w+ )?page\b|\bempty pages? (?:never|(?:do|does)(?: not|n['’]t) (?:come|occur|exist|happen|appear)|(?:is|are)(?: not|n['’]t) (?:sent|given|returned|served|shown))\b|\b(?:last|final) page is (?:never|not) empty\b|\bpages? (?:is|are) never empty\b/i;

/** That what goes meanwhile neither hides a record from pages nor shows one twice: of what is added alone some words speak. */
export const SAYS_STEADY: Pick<RegExp, 'test'> = {
  test: (said) =>
    STEADY.test(said) && OF_LISTS.test(said) && !SHIFTS.test(said) && (!COMES.test(said) || GOES.test(said)),
};
/** The same of what is added: of what goes alone other words speak. */
export const SAYS_STEADY_ADDED: Pick<RegExp, 'test'> = {
  test: (said) =>
    STEADY.test(said) &&
    STAYS.test(said) &&
    OF_LISTS.test(said) &&
    !SHIFTS.test(said) &&
    (COMES.test(said) || !GOES.test(said)),
};
/** That nothing comes twice or is left out; not that it does, nor what a key that is sent twice does. */
const STAYS: Pick<RegExp, 'test'> = {
  test: (said) =>
    /\b(?:no|not|nor|never|neither|none|nothing|without|cannot)\b[^.;]{0,50}\b(?:twice|skip\w*|miss\w*|repeat\w*|duplicat\w*|shift\w*|again)\b|\bn['’]t (?:skip|miss|repeat|duplicate|shift)|\b(?:exactly|only|just) once\b|\b(?:each|every)\b[^.;]{0,30}\bonce\b(?! (?:an?|the|it|they)\b)|\b(?:stable|consistent|unaffected)\b|\bshifts? nothing\b/i.test(
      said,
    ) && !/\b(?:unless|guaranteed?|offsets?|keys?|409|refused|removed)\b/i.test(said),
};
const OF_LISTS =
  /\b(?:pages?|paging|lists?|cursors?|walk\w*|iterat\w*|records?|items?|results?|entr(?:y|ies)|rows|objects|elements|others?)\b/i;
const COMES = /\b(?:added|adds?|created?|creates|inserted|new(?:er|ly)?|newcomers?|appear\w*)\b/i;
const GOES =
  /\b(?:delet|remov|gone|goes?\b(?! on\b)|disappear|vanish|withdr)|\b(?:records?|items?|entries|ones|what|which|that|are|is) (?:\w+ )?(?:leaves?|chang\w+|modif\w+|edit\w+)\b/i;
const SHIFTS =
  /\b(?:may|might|can|could)\b(?! (?:not|never|neither)\b)[^.;]{0,40}\b(?:skip|miss|twice|repeat|duplicat|shift|cause|hide)|\bnot (?:stable|consistent)\b|\b(?:pages?|offsets?|positions?|records?|it) shifts?\b(?! nothing)/i;
const STEADY =
  /\b(?:meanwhile|in between|in the meantime|concurrent\w*|while (?:paging|you (?:page|read|iterate|walk)|(?:pages|it|they) (?:is|are) (?:read|fetched))|(?<![\w`])(?:creat(?:ed|ing|ions?)|delet(?:ed|ing|ions?)|add(?:ed|ing|itions?)|insert(?:ed|ing|ions?)|remov(?:ed|ing|als?)|chang(?:es?|ed|ing))(?![\w`]))[^.;]{0,60}\b(?:once|twice|skip\w*|miss\w*|repeat\w*|duplicat\w*|stable|consistent|shift\w*)\b|\b(?:once|twice|skip\w*|miss\w*|repeat\w*|duplicat\w*|stable|consistent|shift\w*)\b[^.;]{0,90}\b(?:meanwhile|in between|in the meantime|concurrent\w*|(?:are|is|get|were|was|being) (?:\w+ )?(?:created|deleted|added|inserted|removed))\b/i;

/** That what a server gives to new records is a number that rises, and not one that begins anew within something. */
export const SAYS_RISING =
  /\b(?:greater|higher|larger)\b[^.;]{0,40}\b(?:all|any|every|each|previous|earlier|before|last)\b|\b(?:later|newer|newest)\b[^.;]{0,30}\b(?:has|have|gets?) (?:an? |the )?(?:greater|higher|larger)\b|\b(?:running|consecutive|sequential) (?:\w+ )?(?:number|no\b|integer|counter)|\b(?:number|counter|integer)\b[^.;]{0,30}\b(?:(?:strictly|monotonically|always|only) (?:increas|ris|grow)\w*|counts? up|assigned in ascending order)\b|\b(?:strictly|monotonically) (?:increasing|rising)\b/i;
export const SAYS_NUMBER = /\b(?:numbers?|no|integers?|counter|sequence)\b/i;
export const STARTS_ANEW =
  /\b(?:per|each|every|within an?|of the|starts? (?:anew|again|over)|restarts?|resets?)\b[^.;]{0,20}\b(?:day|week|month|year|time)\b|\b(?:version|revision|attempts?|retr(?:y|ies)|position|line)\b/i;

/** That a number counts all that a query leaves, not what the page shows or what the service has. */
export const SAYS_TOTAL =
  /\b(?:total|all pages|overall|altogether|in all|how many)\b|\b(?:number|count) of (?:all|matching)\b|\b(?:number|count) of \w{1,40} (?:that|which|matching|found)\b/i;
export const SAYS_TOTAL_LEFT = /\b(?:match\w*|filter\w*|quer(?:y|ies)|search\w*|criteria|result(?:s| set))\b/i;

/** That a parameter puts whole records in the place of their ids; that these are not there without it. */
export const EXPANDS = new Set(words('expand expands expansion include includes embed embeds embedded with populate'));
/** Such a name says by itself what it does. */
export const SURELY_EXPANDS = /^(?:expand|expan[sd]|embed|populate)/;
export const SAYS_EXPANDS =
  /\b(?:expand|embed|includ|inlin|whole|full|fill|nest|populat|resolv|put|load|hydrat|complete|entire|detail|relat|link|associat|sub-?resource)\w*/i;
export const SAYS_ELSE_ABSENT =
  /\b(?:otherwise|else|by default|without (?:it|this)|unless)\b[^.;]{0,40}\b(?:left out|omitted|absent|not (?:there|shown|included|present|set|given|returned)|missing)|\b(?:left out|omitted|absent|not (?:there|shown|included|present|set|given|returned)|missing)\b[^.;]{0,20}\b(?:otherwise|else|by default|without (?:it|this)|unless)\b|\bonly (?:(?:there|shown|present|included|returned|set|given|sent|counted|computed) )?(?:if|when|where|with)\b/i;

/** That what a parameter does not name is not there. */
export const SAYS_NOT_NAMED =
  /\b(?:(?:not|un)[ -]?(?:named|asked(?: for)?|requested|listed|mentioned|given|specified|wanted)|no others?|(?:all|any) others?|the (?:others|rest))\b[^.;]{0,40}\b(?:left out|omitted|absent|not (?:there|shown|included|present|set|given|returned|sent)|missing)\b/i;

/** That what is asked for is null where there is no such record: `a relation whose id is null is shown as null`. */
export const SAYS_NULL_SHOWN: Pick<RegExp, 'test'> = {
  test: (said) =>
    NULL_SHOWN.test(said) &&
    !LEFT_OUT.test(said.replaceAll(/\b(?:and|never|is|are) not (?:left out|omitted|absent|missing)/gi, '')),
};
const LEFT_OUT = /\b(?:left out|leaves? (?:it|them) out|omitted|absent|missing|or nothing)\b/i;
const NULL_SHOWN =
  /\b(?:null|empty|unset|no (?:id|value|such record)|not set|points? nowhere|(?:is|are) none)\b[`"']*(?: (?:is|are)|,| then| also| it| the| member| comes| itself| there| appears){0,4} (?:(?:shown|returned|given|expanded|included|present|set|sent|rendered) )?(?:as |to |with )?[`"']?null\b|\b(?:shown as|is|are|comes? as|appears? as|expands? to|returned as|given as|set to) [`"']?null\b[`"']?,? (?:and not (?:left out|omitted|absent|missing)|(?:if|when|where|for)\b[^.;]{0,40}\b(?:null|no (?:such )?\w+|not set|unset|empty|none|without)\b)/i;

/** Flags that ask for a count, and that it is there with them. */
export const COUNTS_ASKED = new Set(
  words(
    'withtotal withcount withtotals includetotal includecount includetotalcount includetotals total totalcount count counttotal returntotal returncount showtotal showcount needtotal needtotalcount calculatetotal withtotalcount',
  ),
);
export const SAYS_COUNTS = /\b(?:total|counts?|counted|how many|number of)\b/i;

/** That what lies below a record is that record's. */
export const SAYS_OF_PARENT =
  /\b(?:of|for|by|below|under|to|in|on) (?:this|the|a|an|one|that|its|given)\b|['’]s?\s|\bbelong/i;

/** That a refusal is of a body which names what is not there; of whatever it refers to; that what it names has to be there. */
export const SAYS_NO_SUCH =
  /\b(?:no such|not found|do(?:es)?(?: not|n['’]t) exist|unknown|there is no|missing|non-?existent|cannot be found|(?:is|are) not there)\b/i;
export const SAYS_REFERRED =
  /\brefer(?:s|red|ring|ences?|enced)?\b|\b(?:names?|naming|points? (?:at|to)|mentions?) (?:an? |another |some |any )?(?:records?|resources?|objects?|entit(?:y|ies)|things?|ids?)\b/i;
export const SAYS_THERE =
  /\b(?:must|has to|have to|needs? to) (?:all |both |each |already )*(?:exist|be there|be known|be (?:an )?existing|be (?:an?|one of) (?:[a-z]+ ){1,3}(?:you can (?:see|read|access)|of (?:yours|ours)|(?:that |which )?we (?:know|have)|that (?:exists|is there)|you (?:own|have)|(?:in|of) your [a-z]+)\b|(?:name|refer to|point (?:to|at)|identify|be the (?:id|identifier) of) (?:an?|one of|one|exactly one|existing) (?!other\b|another\b|different\b)[a-z])|\bof (?:an )?existing\b/i;

function words(text: string): readonly string[] {
  return text.split(' ');
}
