import type { Edits } from './requests.ts';

/** IBS and CBS of a line of 100.00 without ICMS, at the rates of 2026. */
export const reformOfUnregistered: Edits = [
  [
    '</COFINS></imposto>',
    '</COFINS><IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>100.00</vBC>' +
      '<gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.10</vIBSUF></gIBSUF>' +
      '<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.10</vIBS>' +
      '<gCBS><pCBS>0.9000</pCBS><vCBS>0.90</vCBS></gCBS></gIBSCBS></IBSCBS></imposto><vItem>100.00</vItem>',
  ],
  [
    '</ICMSTot></total>',
    '</ICMSTot><IBSCBSTot><vBCIBSCBS>100.00</vBCIBSCBS><gIBS><gIBSUF><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib>' +
      '<vIBSUF>0.10</vIBSUF></gIBSUF><gIBSMun><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSMun>0.00</vIBSMun></gIBSMun>' +
      '<vIBS>0.10</vIBS><vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus></gIBS>' +
      '<gCBS><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vCBS>0.90</vCBS><vCredPres>0.00</vCredPres>' +
      '<vCredPresCondSus>0.00</vCredPresCondSus></gCBS></IBSCBSTot><vNFTot>100.00</vNFTot></total>',
  ],
];

/** Edits that make the note one of a company of São Paulo without a state registration, which sells a machine of its own. */
export const withoutRegistration: Edits = [
  ['<IE>110042490114</IE><CRT>', '<CRT>'],
  ['<CFOP>5102', '<CFOP>5551'],
  [/<ICMS>.*<\/ICMS>/, ''],
  ...reformOfUnregistered,
];
