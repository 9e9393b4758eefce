/** The security code (CSRT) that Paraná demands of the maker of the software (NT 2018.005). */
export const csrt = { id: '01', code: 'G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO' };
