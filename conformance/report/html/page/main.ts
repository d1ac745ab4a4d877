import { copyOnClick } from './copy';
import { beginFiltering } from './filter';
import { openForPrint, openOnArrival } from './fold';
import { hintAtScrolling } from './scroll';
import { switchTheme } from './theme';

copyOnClick(document);
switchTheme(document);
beginFiltering(document);
openOnArrival(document);
openForPrint(document);
hintAtScrolling(document);
