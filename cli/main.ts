/** The `gloss` command for whoever starts it by this name; `main.js` starts with less. */
import './main.js';
