/** The fuel that a line sells, as the caller gives it (group comb of the layout). Numbers are decimal strings. */
export type FuelInput = {
  /** cProdANP: nine digits. */
  anpCode: string;
  /** Name of the product at the ANP; where absent, that of the table of single-phase fuels. */
  description?: string | null;
  /** Percent of petroleum gas, national and imported natural gas in LPG; up to four decimals. */
  glpPercent?: string | null;
  nationalGasPercent?: string | null;
  importedGasPercent?: string | null;
  /** Reais for one kg of LPG, without ICMS; two decimals. */
  startingValue?: string | null;
  codif?: string | null;
  /** Quantity at the temperature of the place, where the quantity sold is converted to another temperature; four decimals. */
  temperatureQuantity?: string | null;
  /** Two letters, `EX` abroad; where absent, the recipient's state. */
  consumptionState?: string | null;
  /** Percent of B100 in diesel B, or of anhydrous ethanol in gasoline C; up to four decimals. */
  biodieselPercent?: string | null;
  /** Quantity of biofuel whose ICMS is retained with CST 15, in the unit of its rate, four decimals; where absent, computed by `biodieselPercent`. */
  retainedQuantity?: string | null;
  origins?: FuelOrigin[] | null;
  cide?: FuelCide | null;
  meter?: FuelMeter | null;
};

/** Where the fuel comes from: the state of the producer or importer, and its share in percent, up to four decimals. */
export type FuelOrigin = { imported: boolean; state: string; percent: string };
/** CIDE: quantity, and reais for one unit; up to four decimals each. */
export type FuelCide = { quantity: string; rate: string };
/** The pump's totalizer before and after, up to three decimals; numbers of nozzle, pump and tank have up to three digits. */
export type FuelMeter = { nozzle: string; pump?: string | null; tank: string; start: string; end: string };

/** The fuel as the note has it: complete, its numbers with the decimals that the layout prints. */
export type ComputedFuel = {
  anpCode: string;
  description: string;
  glpPercent: string | null;
  nationalGasPercent: string | null;
  importedGasPercent: string | null;
  startingValue: string | null;
  codif: string | null;
  temperatureQuantity: string | null;
  consumptionState: string;
  biodieselPercent: string | null;
  origins: FuelOrigin[];
  cide: (FuelCide & { value: string }) | null;
  meter: { nozzle: string; pump: string | null; tank: string; start: string; end: string } | null;
};
