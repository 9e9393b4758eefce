/** The code that Paraná asks for of who made the software (NT 2018.005). */
export const csrt = { id: '01', code: 'G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO' };
