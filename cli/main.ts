/** The `gloss` command. `main.js` starts it with fewer modules. */
import './main.js';
