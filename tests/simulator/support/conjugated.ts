import { twice } from './operations.ts';
import type { Edits } from './test-company.ts';

const issqn =
  '<ISSQN><vBC>90.00</vBC><vAliq>5.00</vAliq><vISSQN>4.50</vISSQN><cMunFG>3550308</cMunFG><cListServ>14.01</cListServ>' +
  '<vDeducao>10.00</vDeducao><vOutro>1.00</vOutro><vDescCond>2.00</vDescCond><vISSRet>4.50</vISSRet>' +
  '<indISS>1</indISS><cMun>3550308</cMun><indIncentivo>2</indIncentivo></ISSQN>';
const issqnTotal =
  '<ISSQNtot><vServ>100.00</vServ><vBC>90.00</vBC><vISS>4.50</vISS><dCompet>2026-11-21</dCompet><vDeducao>10.00</vDeducao>' +
  '<vOutro>1.00</vOutro><vDescCond>2.00</vDescCond><vISSRet>4.50</vISSRet></ISSQNtot>';

/** Edits that make the second item of the usual note a service under ISSQN. */
export const conjugated: Edits = [
  ...twice,
  [/(<det nItem="2">.*?)<ICMS>.*?<\/ICMS>/, `$1${issqn}`],
  [/(<det nItem="2">.*?<CFOP>)\d{4}/, '$15933'],
  ['<vProd>200.00</vProd><vFrete>', '<vProd>100.00</vProd><vFrete>'],
  ['</ICMSTot>', `</ICMSTot>${issqnTotal}`],
  ['<CRT>', '<IM>12345678</IM><CRT>'],
];
