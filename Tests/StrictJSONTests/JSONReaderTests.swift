import StrictJSON
