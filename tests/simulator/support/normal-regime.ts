/** Edits that make the Simples note one of the normal regime: ICMS at 18 %, IBS and CBS at the rates of 2026. */
export const normalRegime: readonly (readonly [string | RegExp, string])[] = [
  ['<CRT>1</CRT>', '<CRT>3</CRT>'],
  [
    /<ICMSSN102>.*<\/ICMSSN102>/,
    '<ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMS>18.00</vICMS></ICMS00>',
  ],
  ['<vBC>0.00</vBC><vICMS>0.00</vICMS>', '<vBC>100.00</vBC><vICMS>18.00</vICMS>'],
  [
    '</COFINS></imposto>',
    '</COFINS><IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>82.00</vBC>' +
      '<gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.08</vIBSUF></gIBSUF>' +
      '<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.08</vIBS>' +
      '<gCBS><pCBS>0.9000</pCBS><vCBS>0.74</vCBS></gCBS></gIBSCBS></IBSCBS></imposto><vItem>100.00</vItem>',
  ],
  [
    '</ICMSTot></total>',
    '</ICMSTot><IBSCBSTot><vBCIBSCBS>82.00</vBCIBSCBS><gIBS><gIBSUF><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib>' +
      '<vIBSUF>0.08</vIBSUF></gIBSUF><gIBSMun><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSMun>0.00</vIBSMun></gIBSMun>' +
      '<vIBS>0.08</vIBS><vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus></gIBS>' +
      '<gCBS><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vCBS>0.74</vCBS><vCredPres>0.00</vCredPres>' +
      '<vCredPresCondSus>0.00</vCredPresCondSus></gCBS></IBSCBSTot><vNFTot>100.00</vNFTot></total>',
  ],
];
